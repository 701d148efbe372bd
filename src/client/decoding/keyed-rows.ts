import type * as z from 'zod';
import { isFields, type Fields } from '../../json/is-fields.ts';
import { scalarText } from '../../json/scalar-text.ts';

/**
 * Converts an object of rows by id, date or name, such as `{"12": {…}, "13": {…}}`, into a list; undefined for any other object. A row
 * without its key gets it in the declared field for it, otherwise as `key`.
 *
 * @param others names of fields that are never rows
 */
export function keyedRows(shape: Fields, holder: Fields, others: ReadonlySet<string>): Fields[] | undefined {
  const entries = Object.entries(holder).filter(([name]) => !others.has(name));
  const rows = entries.flatMap(([key, row]) =>
    isFields(row) && isRow(shape, key, row) ? [withKey(shape, key, row)] : [],
  );
  return rows.length > 0 && rows.length === entries.length ? rows : undefined;
}

/** Whether a value is a row: its key is an id or a date, or it has its key as a value, or one of the declared fields. */
const isRow = (shape: Fields, key: string, row: Fields): boolean =>
  isId(key) || isDate(key) || hasValue(row, key) || Object.keys(row).some((name) => Object.hasOwn(shape, name));

const isId = (key: string): boolean => /^(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(key);

const isDate = (key: string): boolean => /^\d{4}-\d\d(-\d\d([T ][\d:.]+(Z|[+-][\d:]+)?)?)?$/.test(key);

const hasValue = (row: Fields, key: string): boolean => Object.values(row).some((value) => scalarText(value) === key);

function withKey(shape: Fields, key: string, row: Fields): Fields {
  if (hasValue(row, key)) return row;
  const names = Object.keys(shape);
  const likely = isDate(key) ? ['date', 'day', 'created_at'] : isId(key) ? ['id', 'uuid'] : names.slice(0, 1);
  const own = likely.find((name) => names.includes(name) && !Object.hasOwn(row, name)) ?? 'key';
  const type = shape[own] as z.ZodType | undefined;
  const isNumber = type !== undefined && !type.safeParse(key).success && type.safeParse(Number(key)).success;
  return { [own]: isNumber ? Number(key) : key, ...row };
}
