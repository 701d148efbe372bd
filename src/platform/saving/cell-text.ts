/** A value as the text of one cell: nothing for what is missing, JSON for a list or a record. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
