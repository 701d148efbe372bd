import { idSourceOf, isList } from '../catalog/id-source.ts';
import type { Operation } from '../catalog/operation.ts';

/** Where an argument's value can be read: a list whose rows have it. */
export interface IdSample {
  readonly list: Operation;
  /** The fields of a row that may hold it, the likeliest first. */
  readonly fields: readonly string[];
}

/** The list that has the values of a path parameter. Undefined where no list has it. */
export function idSampleOf(operation: Operation, parameter: string): IdSample | undefined {
  const list = idSourceOf(operation, parameter);
  return list && isList(list) ? { list, fields: [parameter, 'id', `${parameter}_id`, 'slug', 'key'] } : undefined;
}

/** The value of an argument in one of the rows. */
export function idIn(rows: readonly unknown[], { fields }: IdSample): string | number | undefined {
  for (const row of rows)
    for (const field of fields) {
      const value =
        typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>)[field] : undefined;
      if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return value;
    }
  return undefined;
}
