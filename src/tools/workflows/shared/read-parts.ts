import { type DataFor, type InputFor, type OperationName, operationNamed } from '../../../catalog/index.ts';
import { listAll } from './list-all.ts';
import { read, type Reader } from './task.ts';
import { isVisibilityError } from '../../../client/errors.ts';

type Names = Readonly<Record<string, OperationName>>;

/** The data of the parts that could be read, and why the others are missing. */
export interface Parts<P extends Names> {
  readonly data: { readonly [K in keyof P]?: DataFor<P[K]> };
  readonly missing: { readonly [K in keyof P]?: string };
  /** Lists of which only the first rows were read. */
  readonly partial: ReadonlySet<keyof P>;
}

/** Maximum pages that are read of a list. */
const maxPages = 4;

/**
 * Makes several free reads at once, including further pages of lists. A refused read (no run yet, not for this plan)
 * only leaves a gap in the report; a refused token or an unreachable platform rejects.
 */
export async function readParts<const P extends Names>(
  reader: Reader,
  wanted: { readonly [K in keyof P]: readonly [operation: P[K], input: InputFor<P[K]>] },
): Promise<Parts<P>> {
  const data: { [K in keyof P]?: DataFor<P[K]> } = {};
  const missing: { [K in keyof P]?: string } = {};
  const partial = new Set<keyof P>();
  const readPart = async <K extends keyof P>(part: K): Promise<void> => {
    const [operation, input] = wanted[part];
    try {
      if ('page' in operationNamed(operation).input.shape) {
        const list = await listAll(reader, operation, input, maxPages);
        data[part] = list.records as DataFor<P[K]>;
        if (list.partial) partial.add(part);
      } else {
        const { data: answer, incomplete } = await read(reader, operation, input);
        data[part] = answer;
        if (incomplete) partial.add(part);
      }
    } catch (error) {
      if (!isVisibilityError(error) || error.status === undefined || error.status === 401) throw error;
      missing[part] = error.message;
    }
  };
  await Promise.all((Object.keys(wanted) as (keyof P)[]).map(readPart));
  return { data, missing, partial };
}
