import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import { operationNamed } from '../../../catalog/index.ts';
import { pagesOf } from './list-all.ts';
import { read, type Reader } from './task.ts';
import { isVisibilityError } from '../../../client/errors.ts';

type Names = Readonly<Record<string, OperationName>>;

/** The data of the parts that there are, and why the others are missing. */
export interface Parts<P extends Names> {
  readonly data: { readonly [K in keyof P]?: DataFor<P[K]> };
  readonly missing: { readonly [K in keyof P]?: string };
  /** Lists of which only the first rows were read: of more than `maxPages`, not complete, or where a further page was refused. */
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
      if (!('page' in operationNamed(operation).input.shape)) {
        const { data: answer, incomplete } = await read(reader, operation, input);
        data[part] = answer;
        if (incomplete) partial.add(part);
        return;
      }
      let count = 0;
      for await (const { records, verdict, isList } of pagesOf(reader, operation, input as object)) {
        data[part] = (isList ? [data[part] ?? [], records].flat() : records[0]) as DataFor<P[K]>;
        if (verdict?.missed || (!verdict && ++count >= maxPages)) partial.add(part);
        if (partial.has(part)) return;
      }
    } catch (error) {
      if (!isVisibilityError(error) || error.status === 401) throw error;
      if (data[part] !== undefined) return void partial.add(part);
      if (error.status === undefined) throw error;
      missing[part] = error.message;
    }
  };
  await Promise.all((Object.keys(wanted) as (keyof P)[]).map(readPart));
  return { data, missing, partial };
}
