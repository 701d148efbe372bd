import type { Effect, Operation } from '../catalog/operation.ts';
import type { Clock } from '../clock.ts';
import type { Entry, EntryChange } from '../state/entry.ts';
import type { RunEnd } from '../state/run-store.ts';
import type { State } from '../state/state.ts';
import { isVisibilityError } from './errors/visibility-error.ts';

/** Counts what a client does. Nothing that is counted holds a caller, a token or an argument. */
export interface Meter {
  /** `outcome`: `ok`, or the error code. */
  call(call: {
    readonly operation: string;
    readonly effect: Effect;
    readonly outcome: string;
    readonly ms: number;
  }): void;
  charged(operation: string, credits: number): void;
  poll(): void;
  /** A run has ended. */
  run(outcome: RunEnd['state']): void;
  /** How long a request waited for a slot of the rate limit. */
  slotWait(urgency: 'call' | 'poll', ms: number): void;
}

/** The state, with its charges, polls and ended runs counted. A charge that is corrected later stays counted as it was settled. */
export function meteredState(state: State, meter: Meter): State {
  const counted = (entry: Entry | undefined, { money }: EntryChange): Entry | undefined => {
    if (entry?.charged && money === 'settled') meter.charged(entry.operation, entry.charged);
    return entry;
  };
  return {
    ...state,
    ledger: {
      ...state.ledger,
      record: async (id, change, from) => counted(await state.ledger.record(id, change, from), change),
    },
    polls: {
      ...state.polls,
      async take(id, lease, leaseMs) {
        const turn = await state.polls.take(id, lease, leaseMs);
        if (turn.kind === 'poll') meter.poll();
        return turn;
      },
      record: async (id, lease, change) => counted(await state.polls.record(id, lease, change), change),
    },
    runs: {
      ...state.runs,
      async end(id, owner, end) {
        const isEnded = await state.runs.end(id, owner, end);
        if (isEnded) meter.run(end.state);
        return isEnded;
      },
      async abandon(id, error) {
        const isEnded = await state.runs.abandon(id, error);
        if (isEnded) meter.run('failed');
        return isEnded;
      },
      async cancel(account, id, owner) {
        const cancelled = await state.runs.cancel(account, id, owner);
        if (cancelled) meter.run('cancelled');
        return cancelled;
      },
    },
  };
}

/** Carries out a call, and counts it with its duration and outcome. */
export async function meteredCall<T>(
  { name, effect }: Operation,
  work: () => Promise<T>,
  clock: Clock,
  meter: Meter | undefined,
): Promise<T> {
  const began = clock.steady();
  let outcome = 'ok';
  try {
    return await work();
  } catch (error) {
    outcome = isVisibilityError(error) ? error.code : 'failed';
    throw error;
  } finally {
    meter?.call({ operation: name, effect, outcome, ms: clock.steady() - began });
  }
}
