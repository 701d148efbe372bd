import type { Reply } from '../../../client/call/reply.ts';
import { isFields, isTable, toRecords, type Fields } from '../../projection/records.ts';

/** The record of an answer, without the `data` around it. Empty where the answer is none. */
export function recordOf({ data }: Pick<Reply, 'data'>): Fields {
  if (!isFields(data)) return {};
  return isFields(data['data']) ? data['data'] : data;
}

/** The records of an answer that is a list or a table, without the `data` around them. */
export function recordsOf({ data }: Pick<Reply, 'data'>): Fields[] {
  if (isTable(data)) return toRecords(data);
  const list = isFields(data) ? data['data'] : data;
  return isTable(list) ? toRecords(list) : Array.isArray(list) ? list.filter(isFields) : [];
}

/** A field's text; empty where it has none. */
export const textOf = (record: Fields, name: string): string => (typeof record[name] === 'string' ? record[name] : '');

/** A field's texts, whether it has one or a list of them; empty ones left out. */
export const textsOf = (record: Fields, name: string): string[] =>
  [record[name]].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/** A field's number, also where it came as text, as it does in CSV; undefined where it has none. */
export function numberOf(record: Fields, name: string): number | undefined {
  const value = record[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
