import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import { operationNamed } from '../../../catalog/index.ts';
import { listAll } from './list-all.ts';
import { read, type Reader } from './task.ts';
import { isVisibilityError } from '../../../client/errors.ts';

type Names = Readonly<Record<string, OperationName>>;

/** The data of the parts that there are, and why the others are missing. */
export interface Parts<P extends Names> {
  readonly data: { readonly [K in keyof P]?: DataFor<P[K]> };
  readonly missing: { readonly [K in keyof P]?: string };
  /** Lists that were read only in their first rows. */
  readonly partial: ReadonlySet<keyof P>;
}

/** Pages that are read of a list. */
const maxPages = 4;

/**
 * Several free reads at once, lists with their further pages. What the platform refuses (no run yet, not for this plan) leaves a gap in
 * the report and does not cost its reader the rest; a bad token or no platform at all does.
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
