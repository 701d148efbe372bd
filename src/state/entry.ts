import type { JobState } from '../job-states.ts';

/** One paid or job-starting call, from its reservation to its end. */
export interface Entry {
  readonly id: string;
  readonly session: string;
  /** The run of a program that it was made for, and whose credits it takes. */
  readonly run: string | null;
  /** What it was done for. */
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
  /** No bound was known for the price: `estimate` is what was held all the same. */
  readonly unbounded: boolean;
  readonly basis: string;
  readonly state: JobState;
  /** What to poll: operation and arguments. Null for a call without a job. */
  readonly watch: { readonly operation: string; readonly arguments: Readonly<Record<string, unknown>> } | null;
  readonly platformState: string | number | boolean | null;
  readonly progress: number | null;
  /** The platform's newest answer. */
  readonly answer: unknown;
  /** What the platform answered to the start of a job, without what it shows only once and a caller has received. */
  readonly started: unknown;
  /** What the watched resource looked like before the start. Null once nothing of an earlier job can be mistaken for this one's end. */
  readonly baseline: Baseline | null;
  readonly error: string | null;
  /** Whether the end was delivered to a caller. */
  readonly delivered: boolean;
  readonly polls: number;
  /** Polls in a row that found nothing. */
  readonly consecutivePollFailures: number;
  /** Consecutive polls answered with 404 or 410. */
  readonly consecutiveNotFound: number;
  readonly reservedAt: number;
  readonly dispatchedAt: number | null;
  readonly settledAt: number | null;
  readonly endedAt: number | null;
}

/**
 * `reserved`: counted, nothing sent. `dispatching`: on its way. `in_doubt`: whether it was charged
 * is not known; it keeps counting. `due`: accepted, charged when its job ends. `settled`: charged.
 * `released`: not charged.
 */
export type MoneyState = 'reserved' | 'dispatching' | 'in_doubt' | 'due' | 'settled' | 'released';

/**
 * Where the amount of a charge comes from, beyond its estimate. `stated`: the platform's answer, or a price of nothing. `found`: its
 * history of charges. `absent`: that history, which has no row for it; a later look may still find one.
 */
export type Confirmation = 'stated' | 'found' | 'absent';

/** What polls of a job have to remember of what it is watched by. */
export interface Baseline {
  /** Fingerprint before the start. */
  readonly before: string;
  /** Fingerprint at the last poll, where it differed from `before` and must come to rest. */
  readonly since?: string | undefined;
  /** Ids of the rows that were listed before the start. */
  readonly ids?: readonly (string | number)[] | undefined;
  /** More rows were listed before the start than `ids` has. */
  readonly areMore?: true | undefined;
  /** What is watched was inferred from the start's answer: it is the job's unless it was made before this (epoch milliseconds). */
  readonly madeAfter?: number | undefined;
  /** Id of the job's own row, once it has been told from the others. */
  readonly row?: string | number | undefined;
  /** The page on which the row stood, or up to which it has been looked for: query parameters, and how many pages come before. */
  readonly position?: { readonly page: Readonly<Record<string, string>>; readonly pagesBefore: number } | undefined;
}

export interface EntryChange {
  readonly money?: MoneyState | undefined;
  readonly charged?: number | undefined;
  readonly confirmation?: Confirmation | undefined;
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
