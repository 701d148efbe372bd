/** A text, number or flag as text; undefined otherwise. `String` throws for an object with a field `toString`. */
export const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
