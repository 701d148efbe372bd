import { h, type Node } from '../../reports/charts/node.ts';
import { section, table } from '../../reports/views/parts/blocks.ts';
import { recordsOf } from '../../reports/views/parts/read.ts';
import { isFields } from '../../base/json/is-fields.ts';

/** Data of any result or command for a person: records as a table, single values with their names, nested ones in sections. */
export function dataDocument(data: unknown): Node[] {
  const records = recordsOf(data);
  if (records.length > 0) {
    const names = [...new Set(records.flatMap(Object.keys))].filter((name) =>
      records.some((one) => isShown(name, one[name])),
    );
    return [
      table(
        names,
        records.map((one) => names.map((name) => inWords(one[name]))),
        '',
      ),
    ];
  }
  if (!isFields(data)) return [h('p', {}, inWords(data) || '(none)')];
  const fields = Object.entries(data).filter(([name, value]) => isShown(name, value));
  const isNested = (value: unknown): boolean => isFields(value) || recordsOf(value).length > 0;
  const plain = fields.filter(([, value]) => !isNested(value)).map(([name, value]) => [name, inWords(value)]);
  const nested = fields.filter(([, value]) => isNested(value));
  return [
    ...(plain.length > 0 ? [table(['', ''], plain, '')] : []),
    ...nested.map(([name, value]) => section(name, ...dataDocument(value))),
  ];
}

/** Whether a field is useful to a person: empty fields are not, nor are `next` and `settle`, which are calls for an agent. */
const isShown = (name: string, value: unknown): boolean =>
  name !== 'next' && name !== 'settle' && inWords(value) !== '';

/** A value on one line. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  return isFields(value)
    ? Object.entries(value)
        .map(([name, field]) => `${name}: ${inWords(field)}`)
        .join(', ')
    : String(value);
}
