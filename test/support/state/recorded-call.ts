import type { Entry, EntryChange } from '../../../src/state/entry.ts';
import type { ReserveRequest } from '../../../src/state/ledger.ts';
import type { State } from '../../../src/state/state.ts';

/** Reserves a call of account `a` with no limits, and records `change`. Returns the reserved entry. */
export async function recordedCall(
  { ledger }: Pick<State, 'ledger'>,
  request: Partial<ReserveRequest> = {},
  change?: EntryChange,
): Promise<Entry> {
  const answer = await ledger.reserve({
    account: 'a',
    session: 's',
    operation: 'articles.generate',
    arguments: {},
    fingerprint: '',
    estimate: 5,
    basis: '',
    limits: [],
    again: true,
    expiresAfterMs: 60_000,
    ...request,
  });
  if (answer.kind !== 'reserved') throw new Error(`not reserved but ${answer.kind}`);
  if (change) await ledger.record(answer.entry.id, change);
  return answer.entry;
}
