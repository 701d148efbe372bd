import { canonicalJson } from '../../json/canonical-json.ts';

/** A hash that is the same for equal values, whatever the order of their keys. */
export const digest = async (value: unknown): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(canonicalJson(value)))).toString('base64url');
