import { canonicalJson } from './canonical-json.ts';

/** Tells values apart: the same for equal ones, whatever the order of their keys. */
export const digest = async (value: unknown): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(canonicalJson(value)))).toString('base64url');
