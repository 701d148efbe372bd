import { isNestedDeeper } from '../../base/json/parse-json.ts';

/** What JSON of a program may hold: as much as an answer of the platform, since as much is done with it. */
const maxBytes = 8 * 1024 * 1024;
const maxDepth = 64;

/** Parses JSON that a program wrote: `beyond` if it holds too much, `malformed` if it is no JSON, which the engine does not write. */
export function parseProgramJson(json: string): { readonly value: unknown } | 'beyond' | 'malformed' {
  if (Buffer.byteLength(json) > maxBytes) return 'beyond';
  try {
    const value: unknown = JSON.parse(json);
    return isNestedDeeper(value, maxDepth) ? 'beyond' : { value };
  } catch {
    return 'malformed';
  }
}

/** The bounds in words, as in "holds more than …". */
export const programJsonInWords = `${maxBytes / 1024 / 1024} MB of JSON, or ${maxDepth} levels`;
