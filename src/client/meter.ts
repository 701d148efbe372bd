import type { Effect } from '../catalog/index.ts';
import type { RunEnd } from '../state/index.ts';

/** Receives metrics of a client's work. None of them contains a caller, a token or an argument. */
export interface Meter {
  /** `outcome`: `ok`, or the error code. */
  call(call: {
    readonly operation: string;
    readonly effect: Effect;
    readonly outcome: string;
    readonly ms: number;
  }): void;
  /** A charge. `label`: that of the call; null: none. */
  charged(operation: string, credits: number, label: string | null): void;
  /** A job was polled once. */
  poll(): void;
  /** A run has ended. */
  run(outcome: RunEnd['state']): void;
  /** Milliseconds that a request waited for a rate-limit slot. */
  slotWait(urgency: 'call' | 'poll', ms: number): void;
}
