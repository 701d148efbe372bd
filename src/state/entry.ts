import type { JobState } from '../base/index.ts';

/** Minimum milliseconds between two polls of a job: a rule of the platform. */
export const minPollPauseMs = 5_000;

/** One paid or job-starting call, from its reservation to its end. */
export interface Entry {
  readonly id: string;
  readonly session: string;
  /** The run of a program that made the call, and whose credits it uses. */
  readonly run: string | null;
  /** The caller's name for the purpose of the call. */
  readonly label: string | null;
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly money: MoneyState;
  /** Credits. */
  readonly estimate: number;
  /** Credits, once known. */
  readonly charged: number | null;
  /** Null: the charge is its estimate, not looked up yet. */
  readonly confirmation: Confirmation | null;
  /** Whether no upper bound of the price was known. `estimate` was still held. */
  readonly unbounded: boolean;
  readonly basis: string;
  readonly state: JobState;
  /** What to poll: operation and arguments. Null for a call without a job. */
  readonly watch: { readonly operation: string; readonly arguments: Readonly<Record<string, unknown>> } | null;
  readonly platformState: string | number | boolean | null;
  readonly progress: number | null;
  /** The platform's newest answer. */
  readonly answer: unknown;
  /** The platform's answer to the start of a job, without secrets that it shows only once and that a caller has received. */
  readonly started: unknown;
  /**
   * The state of the watched resource before the start. Null once the end of an earlier job can no longer be mistaken for
   * this one's.
   */
  readonly baseline: JobBaseline | null;
  readonly error: string | null;
  /** Whether the end was delivered to a caller. */
  readonly delivered: boolean;
  readonly polls: number;
  /** Consecutive polls that found nothing. */
  readonly consecutivePollFailures: number;
  /** Consecutive polls answered with 404 or 410. */
  readonly consecutiveNotFound: number;
  readonly reservedAt: number;
  readonly dispatchedAt: number | null;
  readonly settledAt: number | null;
  readonly endedAt: number | null;
}

/**
 * `reserved`: counted, nothing sent. `dispatching`: in flight. `in_doubt`: it is not known whether it was charged; it still
 * counts. `due`: accepted, charged when its job ends. `settled`: charged. `released`: not charged.
 */
export type MoneyState = 'reserved' | 'dispatching' | 'in_doubt' | 'due' | 'settled' | 'released';

/**
 * The source of the amount of a charge. `stated`: the platform's answer, or a price of zero. `found`: the platform's history
 * of charges. `absent`: the history was read and had no row for it; a later look may still find one.
 */
export type Confirmation = 'stated' | 'found' | 'absent';

/** What polls of a job remember about the watched resource, to tell the end of this job from that of an earlier one. */
export interface JobBaseline {
  /** Fingerprint before the start. */
  readonly before: string;
  /** Fingerprint at the last poll, if it differed from `before`: the job is over only once it no longer changes. */
  readonly since?: string | undefined;
}

/** Fields of an entry to be written. An absent field is unchanged. */
export interface EntryChange {
  readonly money?: MoneyState | undefined;
  readonly charged?: number | undefined;
  readonly confirmation?: Entry['confirmation'] | undefined;
  readonly state?: JobState | undefined;
  readonly watch?: Entry['watch'] | undefined;
  readonly platformState?: Entry['platformState'] | undefined;
  readonly progress?: number | undefined;
  readonly answer?: unknown;
  readonly started?: unknown;
  readonly baseline?: Entry['baseline'] | undefined;
  readonly error?: string | undefined;
  readonly delivered?: boolean | undefined;
  readonly consecutivePollFailures?: number | undefined;
  readonly consecutiveNotFound?: number | undefined;
  /** Milliseconds from now until the next poll; ends the poller's lease. */
  readonly pollAfterMs?: number | undefined;
}
