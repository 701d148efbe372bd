import type { AccountRuns } from '../../client/index.ts';
import type { Lease, RunEffect, TakeAnswer } from '../../state/index.ts';
import { maxFailovers, stoppedFailure, triedTooOften } from './failure-of.ts';

/** Takes over a run that no process executes, and reserves its credits again, unless it was taken over too often. */
export async function claimRun(
  { account, store, budget }: AccountRuns,
  id: string,
  lease: Lease,
  isFailover: boolean,
): Promise<Exclude<TakeAnswer, { kind: 'refused' }>> {
  const before = await store.find(account, id);
  const credits = before ? Math.max(0, before.maxCredits - before.charged - before.held) : 0;
  const answer = await budget.hold(
    credits,
    (options) => store.take(account, id, { ...lease, isFailover, ...options }),
    [],
    before?.label,
  );
  if (answer.kind !== 'taken' || answer.failovers <= maxFailovers) return answer;
  const { run, effects } = answer;
  const hasCalled = effects.length > 0 || Object.keys(run.calls).length > 0;
  const outcome = effects.some(mayHaveTakenPlace) ? 'unknown' : hasCalled ? 'rejected' : 'not_sent';
  const error = JSON.stringify(stoppedFailure(triedTooOften, outcome));
  await store.end(id, lease.owner, { state: 'failed', error, log: [], calls: run.calls });
  return { kind: 'over', run };
}

const mayHaveTakenPlace = ({ outcome, entry, mayHaveLeft }: RunEffect): boolean =>
  outcome?.ok ?? (entry !== null || mayHaveLeft);
