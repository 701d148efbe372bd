import type { Effect } from '../catalog/operation.ts';
import type { RunEnd } from '../state/run-store.ts';

/** Counts what a client does. Nothing that is counted holds a caller, a token or an argument. */
export interface Meter {
  /** `outcome`: `ok`, or the error code. */
  call(call: {
    readonly operation: string;
    readonly effect: Effect;
    readonly outcome: string;
    readonly ms: number;
  }): void;
  /** `label`: what it was for; null: nothing in particular. */
  charged(operation: string, credits: number, label: string | null): void;
  poll(): void;
  /** A run has ended. */
  run(outcome: RunEnd['state']): void;
  /** How long a request waited for a slot of the rate limit. */
  slotWait(urgency: 'call' | 'poll', ms: number): void;
}
