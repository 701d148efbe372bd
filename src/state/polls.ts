import type { Entry, EntryChange, MoneyState } from './entry.ts';

/** Milliseconds between two polls of a job: document 1, "Rate limits", rule 2. */
export const minPollPauseMs = 5_000;

/** Leases for polling jobs: one process polls a job at a time, and all of them keep its pause. */
export interface Polls {
  /**
   * Leases the right to poll a job, once the pause since its last poll is over.
   * @param lease a fencing token, unique to this poll
   */
  take(id: string, lease: string, leaseMs: number): Promise<PollAnswer>;
  /**
   * Writes what the poll that holds `lease` has learned. Undefined, with nothing written, if the job is over or another poll has the
   * lease: a poll that outlived its lease can neither change the job nor touch its successor's lease.
   * @param money the state that the entry's money must still be in
   */
  record(id: string, lease: string, change: EntryChange, money?: MoneyState): Promise<Entry | undefined>;
  /** How many jobs are being polled, of one caller where callers are distinguished: they share the request rate. */
  countRunning(account: string, owner?: string): Promise<number>;
}

export type PollAnswer =
  /** The caller polls. `byEvent`: an event of the platform made the poll due. */
  | { readonly kind: 'poll'; readonly byEvent?: true | undefined }
  /** `ms`: how long no poll can be due. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'over' };
