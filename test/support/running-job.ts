import type { State } from '../../src/state/state.ts';
import { recordedCall } from './state/recorded-call.ts';

/** Puts an article on record that another process has begun; it may be polled at once. */
export async function runningJob(
  state: State,
  account: string,
  article: number,
  pollAfterMs = 0,
  owner?: string,
): Promise<string> {
  const fingerprint = `article ${article}`;
  const { id } = await recordedCall(state, { account, owner, arguments: { id: article }, fingerprint, again: false });
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
