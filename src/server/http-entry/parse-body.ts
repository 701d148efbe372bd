import type { HttpRefusal } from './http-refusal.ts';
import { jsonLimitExceeded, maxHttpMembers } from '../../json/json-limits.ts';

/** The JSON of a body, or the refusal of one that is no JSON or beyond the limits. */
export function parseBody(bytes: Buffer): { readonly body: unknown } | { readonly refusal: HttpRefusal } {
  const exceeded = jsonLimitExceeded(bytes, maxHttpMembers);
  if (exceeded) return { refusal: { status: 400, code: -32_600, message: `Invalid Request: ${exceeded}` } };
  try {
    return { body: JSON.parse(bytes.toString()) as unknown };
  } catch {
    return { refusal: { status: 400, code: -32_700, message: 'Parse error: the body is not JSON' } };
  }
}
