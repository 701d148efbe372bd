import { h, type Child, type Node } from '../../reports/charts/node.ts';
import { bulletList, note, numeric, section, table } from '../../reports/views/parts/blocks.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { isTable } from '../../tools/projection/table.ts';

/** Depth of sections within sections; deeper values are shown as text on one line. */
const maxDepth = 3;

/** Data of any result or command for a person: records as a table, single values with their names, nested ones in sections. */
export function dataDocument(data: unknown, depth = 0): Node[] {
  if (data === null || data === undefined) return [note('There is nothing to show.')];
  if (Array.isArray(data)) return listNodes(data, depth);
  if (typeof data !== 'object') return [h('p', {}, String(data))];
  // What is empty tells a person nothing, and `next` and `settle` are calls for an agent.
  const fields = Object.entries(data).filter(([name, value]) => !isEmpty(value) && !forAgents.has(name));
  // Longer lists of records come as `{columns, rows}`.
  if (isTable(data)) return [recordsTable(data.columns, data.rows)];
  const plain = fields.filter(([, value]) => !isNested(value, depth));
  return [
    ...(plain.length > 0
      ? [
          table(
            ['', ''],
            plain.map(([name, value]) => [name, inWords(value)]),
            '',
          ),
        ]
      : []),
    ...fields
      .filter(([, value]) => isNested(value, depth))
      .map(([name, value]) => section(name, ...dataDocument(value, depth + 1))),
  ];
}

function listNodes(items: readonly unknown[], depth: number): Node[] {
  if (items.length === 0) return [note('(none)')];
  if (!items.every(isFields)) return [bulletList(items.map(inWords))];
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter(
    (name) => !forAgents.has(name) && items.some((item) => !isEmpty(item[name])),
  );
  // A single record with much in it reads better line by line.
  if (items.length === 1 && names.length > 6) return dataDocument(items[0], depth);
  return [
    recordsTable(
      names,
      items.map((item) => names.map((name) => item[name])),
    ),
  ];
}

function recordsTable(names: readonly string[], rows: readonly (readonly unknown[])[]): Node {
  const isNumeric = (at: number): boolean =>
    rows.every((row) => typeof row[at] === 'number' || row[at] === null || row[at] === undefined) &&
    rows.some((row) => typeof row[at] === 'number');
  return table(
    names.map((name, at) => (isNumeric(at) ? numeric(name) : name)),
    rows.map((row) => names.map((_, at) => inWords(row[at]))),
    '',
  );
}

const forAgents: ReadonlySet<string> = new Set(['next', 'settle']);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

const isNested = (value: unknown, depth: number): boolean =>
  depth < maxDepth &&
  (Array.isArray(value) ? value.some((item) => typeof item === 'object' && item !== null) : isFields(value));

/** A value on one line. */
function inWords(value: unknown): Child {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (isFields(value))
    return Object.entries(value)
      .map(([name, field]) => `${name}: ${String(inWords(field))}`)
      .join(', ');
  return String(value);
}
