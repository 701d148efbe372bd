import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import { Unreadable } from '../../../client/errors/unreadable.ts';
import { recordsIn } from './records-in.ts';
import { read, type Reader } from './task.ts';

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

/** The records of a paged listing, page by page, up to 100 for each of `maxPages`. */
export async function listAll<N extends OperationName>(
  reader: Reader,
  name: N,
  input: Omit<InputFor<N>, 'page' | 'per_page'>,
  maxPages = usualPages,
): Promise<Listing<RecordOf<DataFor<N>>>> {
  const records: RecordOf<DataFor<N>>[] = [];
  for (let page = 1; ; page++) {
    const reply = await read(reader, name, { ...input, page, per_page: 100 } as InputFor<N>);
    const pageRecords = recordsIn(reply.data as readonly RecordOf<DataFor<N>>[]);
    records.push(...pageRecords);
    if (reply.incomplete) throw new Unreadable(`${name}: ${reply.incomplete.says}`, 200);
    const isLast = pageRecords.length === 0 || !reply.page || reply.page.page >= reply.page.last_page;
    if (isLast || page >= maxPages) return { records, partial: !isLast, total: reply.page?.total };
    const pages = Math.min(maxPages, reply.page.last_page);
    reader.context.onProgress?.({
      percent: (100 * page) / pages,
      message: `Reading ${subjectOf(name)}, page ${page + 1} of ${pages}`,
    });
  }
}
