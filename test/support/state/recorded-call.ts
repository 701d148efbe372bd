import type { Entry, EntryChange } from '../../../src/state/entry.ts';
import type { ReserveRequest } from '../../../src/state/reservation.ts';
import type { State } from '../../../src/state/state.ts';
import { uniqueName } from '../unique-name.ts';

/** A request for five credits of account `a` with no limits, reserved for an hour; no two are identical. */
export const reservation = (more: Partial<ReserveRequest> = {}): ReserveRequest => ({
  account: 'a',
  session: 's',
  operation: 'articles.generate',
  arguments: {},
  fingerprint: uniqueName('call'),
  estimate: 5,
  basis: '5 an article',
  limits: [],
  again: true,
  expiresAfterMs: 3_600_000,
  ...more,
});

/** Reserves such a call, or fails the test, and records `change`. Returns the reserved entry. */
export async function recordedCall(
  { ledger }: Pick<State, 'ledger'>,
  request?: Partial<ReserveRequest>,
  change?: EntryChange,
): Promise<Entry> {
  const answer = await ledger.reserve(reservation(request));
  if (answer.kind !== 'reserved') throw new Error(`not reserved but ${answer.kind}`);
  if (change) await ledger.record(answer.entry.id, change);
  return answer.entry;
}
