import { isNestedDeeper, parseJson } from '../../base/json/parse-json.ts';

/** Maximum bytes of a JSON document that is parsed: many times the largest page of the platform (1,000 audit rows). */
export const maxJsonBytes = 8 * 1024 * 1024;

/** Maximum levels of objects and lists in an answer. */
const maxDepth = 64;

/** Parses a JSON document. Throws if it is not JSON, larger than `maxJsonBytes`, or nested too deeply. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength > maxJsonBytes) throw new RangeError('the answer is larger than this program reads');
  const value = parseJson(new TextDecoder().decode(bytes));
  if (isNestedDeeper(value, maxDepth)) throw new RangeError('the answer is nested more deeply than this program reads');
  return value;
}
