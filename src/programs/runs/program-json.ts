import { isNestedDeeper } from '../../base/json/parse-json.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** Limits for JSON of a program: the same as for an answer of the platform, since it is processed in the same way. */
const maxBytes = 8 * 1024 * 1024;
const maxDepth = 64;

/** Parses JSON that a program wrote: `beyond` if it holds too much. */
export function parseProgramJson(json: string): { readonly value: unknown } | 'beyond' {
  if (Buffer.byteLength(json) > maxBytes) return 'beyond';
  const value: unknown = JSON.parse(json);
  return isNestedDeeper(value, maxDepth) ? 'beyond' : { value };
}

/** The bounds in words, as in "holds more than …". */
export const programJsonInWords = `${maxBytes / 1024 / 1024} MB of JSON, or ${maxDepth} levels`;

/** The JSON of a call's result that the program gets, without the bytes of a file. */
export function jsonOfValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'file' in value) {
    const { file: _, ...rest } = value;
    return JSON.stringify(rest);
  }
  return JSON.stringify(value ?? null);
}

/** The JSON of an error that a program can catch. It reveals nothing about a defect. */
export function jsonOfError(error: unknown): string {
  if (!isVisibilityError(error))
    return JSON.stringify({ name: 'Error', message: 'This server failed on the call.', code: 'internal' });
  const { name, message, code, outcome, status, fields, next, retryAfter, facts } = error;
  return JSON.stringify({ name, message, code, outcome, status, fields, next, retryAfter, facts });
}
