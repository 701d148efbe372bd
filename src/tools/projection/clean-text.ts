/**
 * Text without what a reader cannot see but a model or terminal obeys: control characters except line
 * breaks and tabs, bidirectional overrides and isolates, zero-width marks, tag characters and variation
 * selectors beyond the sixteenth (both can spell hidden text), and halves of surrogate pairs.
 */
export const cleanText = (text: string): string => (suspect.test(text) ? text.replaceAll(unseen, '').toWellFormed() : text);

/** `value` with every string in it, names of fields included, cleaned. */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [cleanText(name), cleanDeep(field)]));
}

// C0 and C1 without \t and \n (\r\n becomes \n), soft hyphen, Arabic letter mark, zero-width and directional
// marks, embeddings, overrides, isolates, invisible operators, byte order mark, tag characters.
// The zero-width joiner and non-joiner stay: scripts and emoji need them.
const unseen =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu;
const suspect = new RegExp(`${unseen.source}|[\\uD800-\\uDFFF]`, 'u');
