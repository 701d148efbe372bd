import assert from 'node:assert/strict';
import { retryAfter } from '../../../src/client/http/transport/retry-after.ts';

export const name = 'waiting-times';

export const tokens = [
  'GMT',
  'Wed, 21 Oct 2026 07:28:00 GMT',
  '1e400',
  '-1',
  '1900000000',
  '0.5',
  ' ',
  '+02:00',
  'NaN',
  '９',
];

const now = Date.UTC(2026, 0, 1);

/** Whatever a `Retry-After` header holds: no wait, or one between nothing and an hour. */
export async function check(input: Buffer): Promise<string> {
  const ms = retryAfter({ 'retry-after': input.toString('latin1') }, now);
  if (ms === undefined) return 'unreadable';
  assert(Number.isSafeInteger(ms) && ms >= 0 && ms <= 3_600_000, String(ms));
  return ms === 3_600_000 ? 'capped' : ms === 0 ? 'at once' : 'waits';
}
