import type { BudgetWindow, JobState } from '../base/index.ts';
import type { Entry, MoneyState } from './entry.ts';

/** Conditions that an entry must still meet when a change of it is written. */
export interface RecordOnly {
  /** Its money is in one of these states. */
  readonly money?: readonly MoneyState[] | undefined;
  /** The platform's answer to its start is not on record. */
  readonly isUnanswered?: true | undefined;
}

export interface ReserveRequest {
  readonly account: string;
  readonly session: string;
  /** The caller's sign-in, if there is one. */
  readonly signIn?: string | undefined;
  /** The caller that job and result belong to, if several share an account. Only calls of the same caller are joined. */
  readonly owner?: string | undefined;
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Equal for calls that would do the same thing. */
  readonly fingerprint: string;
  readonly estimate: number;
  /** No upper bound of the price is known: `estimate` may be exceeded. Default false. */
  readonly unbounded?: boolean | undefined;
  readonly basis: string;
  readonly limits: readonly LimitWindow[];
  /** Start even if an identical call is alive. */
  readonly again: boolean;
  /** Milliseconds after which the reservation lapses unless it is dispatched. */
  readonly expiresAfterMs: number;
  /** Maximum credits to spend since a person last agreed. Beyond one of them, a person is asked again. */
  readonly consentThresholds?: readonly LimitWindow[] | undefined;
  /** Who agreed to the price. */
  readonly consent?: Consent | undefined;
  /** The run whose credits the call uses. */
  readonly run?: string | undefined;
  /** The purpose of the call; a call of a run has the run's label. */
  readonly label?: string | undefined;
  /** Whether to wait for paid calls in flight, unless the limits have room for charges above their estimates. Default false. */
  readonly takesTurns?: boolean | undefined;
}

/** Credits that a run may spend. */
export interface RunAllowance {
  readonly max: number;
  readonly charged: number;
  /** Credits held by the run's unsettled calls. */
  readonly underWay: number;
  /** Credits neither charged nor held by its calls. */
  readonly remaining: number;
  /** The part of `remaining` that is held for the run now; 0 once the hold has lapsed. */
  readonly held: number;
}

export type ReserveAnswer =
  /** `heldForRun`: credits that remain held for further calls of its run. */
  | { readonly kind: 'reserved'; readonly entry: Entry; readonly heldForRun: number }
  /** The call would exceed the credits of its run. */
  | ({ readonly kind: 'beyond_run' } & RunAllowance)
  | { readonly kind: 'joined'; readonly entry: Entry }
  | LimitRefusal
  /** Another call has to end first; `by`: its id. */
  | { readonly kind: 'blocked'; readonly by: string }
  | ConsentNeeded;

export type ReadmitAnswer = Extract<ReserveAnswer, { kind: 'refused' | 'blocked' }> | { readonly kind: 'admitted' };

/** The credits do not fit into a limit. */
export interface LimitRefusal {
  readonly kind: 'refused';
  readonly limit: LimitWindow;
  readonly usage: Usage;
  /** Whether they would fit once the calls in flight have ended. */
  readonly passes: boolean;
}

/** Nothing is reserved: a person has to agree first. */
export interface ConsentNeeded {
  readonly kind: 'needs_person';
  readonly limit: LimitWindow;
  /** Credits spent and held since a person last agreed. */
  readonly spent: number;
}

/** Consent to a price: none was needed, a person agreed, or the operator declared that nobody can be asked. */
export type Consent = 'not_needed' | 'person' | 'unattended';

/** A span of time over which credits are summed; `session` and `total` have no start. */
export interface Window {
  readonly window: Exclude<BudgetWindow, 'call'>;
  readonly session: string;
}

export interface LimitWindow extends Window {
  readonly credits: number;
  /** Sums only the calls of this caller. Absent: all calls of the account. */
  readonly owner?: string | undefined;
  /** The sign-in that is the session. Absent: the session is the process. */
  readonly signIn?: string | undefined;
  /** Sums only calls with this label. Absent: all calls. */
  readonly label?: string | undefined;
}

/** A window, for all of an account, for one of its callers, or under one label. */
export type CountedWindow = Window & Pick<LimitWindow, 'owner' | 'signIn' | 'label'>;

export interface Usage {
  /** Credits charged in the window. */
  readonly spent: number;
  /** Credits held by unsettled calls, whenever they began. */
  readonly held: number;
  /** The part of `held` whose outcome is in doubt. */
  readonly inDoubt: number;
}

/** Sums over all accounts. Credits are held by unsettled calls; jobs and paid calls are counted by state. */
export interface Unfinished {
  readonly reserved: number;
  readonly inDoubt: number;
  readonly jobs: Readonly<Record<string, number>>;
}

export interface EntryFilter {
  /** Only calls made for this caller. */
  readonly owner?: string | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly states?: readonly JobState[] | undefined;
  readonly money?: readonly MoneyState[] | undefined;
  /** Reserved since then, in milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly limit: number;
}
