import type { State } from '../../src/state/state.ts';

/** Puts an article on record that another process has begun; it may be polled at once. */
export async function runningJob(
  state: State,
  account: string,
  article: number,
  pollAfterMs = 0,
  owner?: string,
): Promise<string> {
  const reserved = await state.ledger.reserve({
    account,
    session: 'another',
    owner,
    operation: 'articles.generate',
    arguments: { id: article },
    fingerprint: `article ${article}`,
    estimate: 5,
    basis: '5',
    limits: [],
    again: false,
    expiresAfterMs: 60_000,
  });
  if (reserved.kind !== 'reserved') throw new Error(`not reserved but ${reserved.kind}`);
  const { id } = reserved.entry;
  await state.ledger.dispatch(id, 30_000);
  await state.ledger.record(id, {
    money: 'settled',
    charged: 5,
    state: 'running',
    watch: { operation: 'articles.get', arguments: { id: article } },
    pollAfterMs,
  });
  return id;
}
