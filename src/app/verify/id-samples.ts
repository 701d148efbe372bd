import { allOperations, type Operation } from '../../catalog/index.ts';
import { idSourceOf, isList } from '../../catalog/id-source.ts';

/** The source of an argument's value: a list whose rows have it. */
export interface IdSample {
  readonly list: Operation;
  /** The fields of a row that may hold the value, the likeliest first. */
  readonly fields: readonly string[];
}

/** The list that has the values of a path parameter. Undefined if no list has them. */
export function idSampleOf(operation: Operation, parameter: string): IdSample | undefined {
  const source = idSourceOf(operation, parameter);
  const above = operation.path.slice(0, operation.path.indexOf(`/{${parameter}}`));
  const list = source && isList(source) ? source : listAt(`${above}s`);
  if (!list) return undefined;
  // Rows of `/grounding/audits` have their id in `audit_id`.
  const singular = above
    .slice(above.lastIndexOf('/') + 1)
    .replace(/s$/, '')
    .replaceAll('-', '_');
  return { list, fields: [parameter, 'id', `${parameter}_id`, `${singular}_id`, 'slug', 'key'] };
}

/** The list at an address: single records are at `/page-audit/{id}`, and their list at `/page-audits`. */
const listAt = (path: string): Operation | undefined =>
  allOperations().find((one) => one.aliasOf === undefined && one.path === path && isList(one));

/** The value of an argument in one of the rows. */
export function idSampleIn(rows: readonly unknown[], { fields }: IdSample): string | number | undefined {
  for (const row of rows)
    for (const field of fields) {
      const value =
        typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>)[field] : undefined;
      if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return value;
    }
  return undefined;
}
