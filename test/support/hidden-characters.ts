/**
 * What no text that leaves this server may hold: written down from the Unicode charts, apart from the program's own list.
 * Joiners and the emoji selector are looked at by the program's context rules; what is here has no place in any text.
 */
const hidden =
  /\u034F|\u17B4|\u17B5|\uFE0E|[\uFE00-\uFE0D]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\uDB40[\uDC00-\uDFFF]|\uD82F[\uDCA0-\uDCA3]|\uD834[\uDD73-\uDD7A]/;

/** The texts and field names anywhere in `value` that hold one. */
export function hiddenIn(value: unknown): string[] {
  if (typeof value === 'string') return hidden.test(value) ? [JSON.stringify(value.slice(0, 200))] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [
    ...(hidden.test(name) ? [JSON.stringify(name)] : []),
    ...hiddenIn(field),
  ]);
}
