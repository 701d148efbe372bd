import type { Value } from './database.ts';

/** The text in a column; null where it is empty. */
export const textOrNull = (value: Value | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** The number in a column, which a driver may give as text; null where it is empty. */
export const numberOrNull = (value: Value | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
