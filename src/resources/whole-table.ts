import type { Answer } from '../catalog/operation.ts';
import { cleanDeep } from '../tools/projection/clean-text.ts';
import { isTable, toRecords, type Table } from '../tools/projection/records.ts';
import type { Content } from './resource.ts';
import { wholeJson } from './whole-json.ts';

/**
 * Data in the form in which its operation gives it: CSV and NDJSON as themselves, anything else as JSON.
 * Hidden characters are taken out; a fence would be no CSV any more.
 */
export function wholeTable(data: unknown, kind: Answer['kind'] | undefined): Content {
  const clean = cleanDeep(data);
  if (!isTable(clean)) return wholeJson(data);
  if (kind === 'csv') return { mimeType: 'text/csv', text: csv(clean) };
  if (kind === 'ndjson') return { mimeType: 'application/x-ndjson', text: toRecords(clean).map((record) => `${JSON.stringify(record)}\n`).join('') };
  return wholeJson(data);
}

/** RFC 4180. */
const csv = ({ columns, rows }: Table): string => [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
