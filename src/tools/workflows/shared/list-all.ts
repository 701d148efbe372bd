import { type DataFor, type InputFor, type OperationName, operationNamed } from '../../../catalog/index.ts';
import { pages } from '../../../client/answers/pages/index.ts';
import { isVisibilityError } from '../../../client/errors.ts';
import { recordsIn } from './records-in.ts';
import { read, type Reader } from './task.ts';

/** Each page is one of the 60 requests a minute: 10 pages of 100 are enough if a caller does not need the whole list. */
const usualPages = 10;

type RecordOf<D> = D extends readonly (infer R extends object)[] ? R : never;

/** The records of a listing. */
export interface Listing<R> {
  readonly records: readonly R[];
  /** Whether records are missing: the listing goes on, ends incomplete, or a page after the first was refused. */
  readonly partial: boolean;
  /** The total number of records, if the platform states it. */
  readonly total: number | undefined;
}

/** The records of a paged listing, page by page, up to `maxPages` of the largest size that the platform gives. */
export async function listAll<N extends OperationName>(
  reader: Reader,
  name: N,
  input: Omit<InputFor<N>, 'page' | 'per_page'>,
  maxPages = usualPages,
): Promise<Listing<RecordOf<DataFor<N>>>> {
  const records: RecordOf<DataFor<N>>[] = [];
  let [count, partial, total]: [number, boolean, number | undefined] = [0, false, undefined];
  const ask = (args: object) => read(reader, name, args as InputFor<N>);
  try {
    for await (const page of pages(operationNamed(name), { ...input }, ask)) {
      if (page.isList) records.push(...recordsIn(page.records as readonly RecordOf<DataFor<N>>[]));
      total = page.total;
      partial = page.verdict?.missed !== undefined || (!page.verdict && ++count >= maxPages);
      if (partial) break;
    }
  } catch (error) {
    if (!isVisibilityError(error) || error.status === 401 || records.length === 0) throw error;
    partial = true;
  }
  return { records, partial, total };
}
