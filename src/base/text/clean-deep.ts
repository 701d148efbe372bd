import { maxKeyLength } from './bounds.ts';
import { cleanText } from './clean-text.ts';
import { oneLine } from './one-line.ts';

/** A copy of `value` with all texts cleaned, and the names of fields cleaned by `cleanEntries`. */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(cleanEntries(value).map(([name, field]) => [name, cleanDeep(field)]));
}

/** The fields of `value` with their names cleaned, shortened and on one line. Names that become equal are numbered. */
export function cleanEntries(value: object): (readonly [string, unknown])[] {
  const counts = new Map<string, number>();
  return Object.entries(value).map(([name, field]) => {
    const key = cleanKey(name);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return [count === 1 ? key : `${key} (${count})`, field];
  });
}

/** A field name, cleaned, on one line and at most `maxKeyLength` characters long. */
const cleanKey = (name: string): string => (plainKey.test(name) ? name : oneLine(name, maxKeyLength));

const plainKey = /^\w{1,100}$/;
