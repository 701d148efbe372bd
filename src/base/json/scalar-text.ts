/**
 * A text, number or flag as text; undefined for anything else. `String` throws for an object that has a field `toString`, which an answer of
 * the platform may have.
 */
export const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
