import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import { operationNamed } from '../../../catalog/index.ts';
import { type ListPage, pages } from '../../../client/answers/pages/index.ts';
import { recordsIn } from './records-in.ts';
import { read, type Reader } from './task.ts';
import { VisibilityError } from '../../../client/errors.ts';

/** Each page is a request of the 60 a minute: 10 pages of 100 must do, where a caller does not need the whole list. */
const usualPages = 10;

/** What a listing lists, as its family is called. */
const subjectOf = (name: string): string => (name.split('.')[0] ?? name).replaceAll('_', ' ');

type RecordOf<D> = D extends readonly (infer R extends object)[] ? R : never;

/** The records of a listing. */
export interface Listing<R> {
  readonly records: readonly R[];
  /** Whether the listing goes on. */
  readonly partial: boolean;
  /** How many there are, where the platform says so. */
  readonly total: number | undefined;
}

/**
 * The records of a paged listing, page by page, up to `maxPages` of the largest size that the platform gives.
 * @throws Unreadable if the listing ends and is not complete
 */
export async function listAll<N extends OperationName>(
  reader: Reader,
  name: N,
  input: Omit<InputFor<N>, 'page' | 'per_page'>,
  maxPages = usualPages,
): Promise<Listing<RecordOf<DataFor<N>>>> {
  const records: RecordOf<DataFor<N>>[] = [];
  let count = 0;
  for await (const page of pagesOf(reader, name, input)) {
    records.push(...recordsIn(page.records as readonly RecordOf<DataFor<N>>[]));
    const { verdict, lastPage, total } = page;
    if (verdict?.missed) throw new VisibilityError('unreadable', `${name}: ${verdict.missed}`, { status: 200 });
    if (verdict) return { records, partial: false, total };
    if (++count >= maxPages) return { records, partial: true, total };
    const pages = Math.min(maxPages, lastPage ?? maxPages);
    reader.context.onProgress?.({
      percent: (100 * count) / pages,
      message: `Reading ${subjectOf(name)}, page ${count + 1} of ${pages}`,
    });
  }
  return { records, partial: false, total: undefined };
}

/** The pages of a listing. */
export function pagesOf<N extends OperationName>(
  reader: Reader,
  name: N,
  input: object,
): AsyncGenerator<ListPage, void> {
  return pages(
    operationNamed(name),
    { ...input },
    {
      read: (args) => read(reader, name, args as InputFor<N>),
      sizes: reader.client.pageSizes,
    },
  );
}
