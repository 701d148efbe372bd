/** An object with named fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields, neither a list nor null. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
