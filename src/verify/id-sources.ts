import { allOperations } from '../catalog/index.ts';
import type { Operation } from '../catalog/operation.ts';

/** Where an argument's value can be read: a list whose rows have it. */
export interface IdSource {
  readonly list: Operation;
  /** The fields of a row that may hold it, the likeliest first. */
  readonly fields: readonly string[];
}

const listers = {
  project: 'projects.list',
  'tracking project': 'tracking.list',
} as const satisfies Readonly<Record<Operation['projects'], string>>;

/**
 * The list that has the values of a path parameter. The path says it: what stands before the parameter is the list of such things,
 * here or below a project (`/projects/{project}/articles` for `/articles/{id}`). Undefined where no list has it.
 */
export function idSourceOf(operation: Operation, parameter: string): IdSource | undefined {
  const before = operation.path.slice(0, operation.path.indexOf(`{${parameter}}`)).replace(/\/$/, '');
  const fields = [parameter, 'id', `${parameter}_id`, 'slug', 'key'];
  const lists = allOperations().filter((one) => one.aliasOf === undefined && isList(one));
  const isOfProject = /^project(Id)?$/.test(parameter) || /\/(tracking-)?projects?$/.test(before);
  const collection = before.slice(before.lastIndexOf('/'));
  const list =
    lists.find(({ path }) => path === before) ??
    (isOfProject || collection === '/ai-visibility'
      ? lists.find(
          ({ name }) => name === listers[collection === '/ai-visibility' ? 'tracking project' : operation.projects],
        )
      : lists.find(({ path }) => path.endsWith(collection)));
  return list && list.name !== operation.name ? { list, fields } : undefined;
}

const isList = ({ method, answer }: Operation): boolean =>
  method === 'GET' && (answer.kind === 'list' || answer.kind === 'rows');

/** The value of an argument in one of the rows. */
export function idIn(rows: readonly unknown[], { fields }: IdSource): string | number | undefined {
  for (const row of rows)
    for (const field of fields) {
      const value =
        typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>)[field] : undefined;
      if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return value;
    }
  return undefined;
}
