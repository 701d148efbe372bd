import type { Entry, EntryChange } from './entry.ts';

/** Milliseconds between two polls of a job: document 1, "Rate limits", rule 2. */
export const minPollPauseMs = 5_000;

/** Leases for polling jobs: one process polls a job at a time, and all of them keep its pause. */
export interface Polls {
  /**
   * Leases the right to poll a job, and never before its pause is over.
   * @param lease a fencing token, unique to this poll
   */
  take(id: string, lease: string, leaseMs: number): Promise<PollAnswer>;
  /**
   * Writes the finding of the poll that holds `lease`. Undefined, with nothing written, if the job is over or the lease has
   * passed to another poll: one that outlived its lease can neither change the job nor end or extend its successor's lease.
   */
  record(id: string, lease: string, change: EntryChange): Promise<Entry | undefined>;
  /** Jobs that are being polled, of one caller where callers are distinguished: they share the request rate. */
  countRunning(account: string, owner?: string): Promise<number>;
}

export type PollAnswer =
  /** `byEvent`: an event of the platform made the poll due. */
  | { readonly kind: 'poll'; readonly byEvent?: true | undefined }
  /** Milliseconds until it is worth asking again. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'over' };
