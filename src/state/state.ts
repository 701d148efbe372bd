/**
 * What processes that share a token share: the ledger of paid calls, the jobs they started, and the
 * slots of the rate limit. Every method is one transaction; those that read the ledger first release
 * reservations that never left, and put calls whose sender died into doubt. An engine that cannot carry one out
 * rejects with `StateUnavailable`; nothing is sent then.
 *
 * Two times are used. Dates and budget windows are in milliseconds since the epoch. Slots and polls
 * are in milliseconds of the store's steady clock, which never steps.
 */
export interface State {
  /** A keyed hash that stands for a service address and token; the token itself is not stored. */
  account(apiUrl: string, token: string): Promise<string>;

  /** Admits a call and records it, joins an identical one, or refuses. */
  reserve(request: ReserveRequest): Promise<Reserved>;
  /** The call that an identical one would join now. */
  findTwin(account: string, fingerprint: string): Promise<Entry | undefined>;
  /** Marks the call as leaving now. False if its reservation has expired meanwhile. */
  dispatch(id: string, until: number): Promise<boolean>;
  /** Takes a dispatch back: the platform said that it did not carry the call out. */
  withdraw(id: string, lapsesAfter: number): Promise<void>;
  /** Writes down what became of a call: charge and job in one commit. Undefined if `from` does not hold. */
  record(id: string, change: EntryChange, from?: readonly EntryState[]): Promise<Entry | undefined>;
  find(account: string, id: string): Promise<Entry | undefined>;
  list(account: string, filter: EntryFilter): Promise<Entry[]>;
  /** Spent and held credits for each window. */
  usage(account: string, windows: readonly Window[]): Promise<Usage[]>;

  /** What was charged since then, call by call. */
  spending(account: string, since: number): Promise<{ operation: string; at: number; charged: number }[]>;
  /** Drops answers and arguments that nobody will ask for any more, and calls that were never charged. */
  clean(account: string): Promise<void>;

  /** Grants the right to poll a job, to one process at a time and never before its pause is over. */
  takePoll(id: string, owner: string, leaseMs: number): Promise<PollTurn>;
  /** Jobs that are being polled: they share the request rate. */
  countRunning(account: string): Promise<number>;

  /** Takes a slot in every bucket at once, or none. */
  takeSlots(account: string, request: SlotRequest): Promise<SlotAnswer>;
  /** The response has come: each slot is free again when its window has passed from now. */
  answerSlots(id: string): Promise<void>;
  /** Nothing was sent: the slots are free at once. */
  dropSlots(id: string): Promise<void>;
  /** Nobody sends into these buckets for `ms` milliseconds, and somewhat fewer for a while after that. */
  coolDown(account: string, buckets: readonly Bucket[], ms: number): Promise<void>;

  /** Resolves when the entry may have changed, in whatever process, at the latest after `ms`; rejects when `signal` is aborted. */
  changed(id: string, ms: number, signal?: AbortSignal): Promise<void>;

  close(): Promise<void>;
}

/**
 * `reserved`: counted, nothing sent. `dispatching`: on its way. `in_doubt`: whether it was charged
 * cannot be told; it keeps counting. `due`: accepted, charged when its job ends. `settled`: charged.
 * `released`: not charged.
 */
export type MoneyState = 'reserved' | 'dispatching' | 'in_doubt' | 'due' | 'settled' | 'released';

/** As in `JobView`; a paid call without a job is `starting` until its answer is there, then over. */
export type EntryState = 'starting' | 'running' | 'needs_you' | 'completed' | 'failed' | 'unknown';

/** One paid or job-starting call, from its reservation to its end. */
export interface Entry {
  readonly id: string;
  readonly session: string;
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly money: MoneyState;
  /** Credits. */
  readonly estimate: number;
  /** Credits, once known. */
  readonly charged: number | null;
  readonly basis: string;
  readonly state: EntryState;
  /** What to poll: operation and arguments. Null for a call without a job. */
  readonly watch: { readonly operation: string; readonly arguments: Readonly<Record<string, unknown>> } | null;
  readonly platformState: string | number | boolean | null;
  readonly progress: number | null;
  /** The platform's newest answer. */
  readonly answer: unknown;
  readonly error: string | null;
  /** Whether a caller has been given the end. */
  readonly delivered: boolean;
  readonly polls: number;
  /** Polls in a row that found nothing. */
  readonly misses: number;
  /** Polls in a row that were told that there is no such job. */
  readonly denials: number;
  readonly reservedAt: number;
  readonly dispatchedAt: number | null;
  readonly settledAt: number | null;
  readonly endedAt: number | null;
}

export interface EntryChange {
  readonly money?: MoneyState;
  readonly charged?: number;
  readonly state?: EntryState;
  readonly watch?: Entry['watch'];
  readonly platformState?: Entry['platformState'];
  readonly progress?: number;
  readonly answer?: unknown;
  readonly error?: string;
  readonly delivered?: boolean;
  readonly misses?: number;
  readonly denials?: number;
  /** Milliseconds from now until the next poll; ends the poller's lease. */
  readonly pollAfter?: number;
}

export interface EntryFilter {
  readonly states?: readonly EntryState[];
  readonly money?: readonly MoneyState[];
  readonly limit: number;
}

export interface ReserveRequest {
  readonly account: string;
  readonly session: string;
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Equal for calls that would do the same thing. */
  readonly fingerprint: string;
  readonly estimate: number;
  readonly basis: string;
  readonly limits: readonly LimitWindow[];
  /** Start even if an identical call is alive. */
  readonly again: boolean;
  /** Milliseconds after which the reservation lapses unless it is dispatched. */
  readonly lapsesAfter: number;
}

/** A span of time over which credits are summed; `session` and `total` have no start. */
export interface Window {
  readonly window: 'session' | 'hour' | 'day' | 'week' | 'month' | 'total';
  readonly session: string;
  /** IANA name of the time zone in which days, weeks and months are cut. */
  readonly zone: string;
}

export interface LimitWindow extends Window {
  readonly credits: number;
}

export interface Usage {
  /** Credits charged in the window. */
  readonly spent: number;
  /** Credits held by calls that are not settled, whenever they began. */
  readonly held: number;
  /** The part of it whose outcome is in doubt. */
  readonly inDoubt: number;
}

export type Reserved =
  | { readonly kind: 'reserved'; readonly entry: Entry }
  | { readonly kind: 'joined'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly limit: LimitWindow; readonly usage: Usage; readonly passes: boolean };

export type PollTurn =
  | { readonly kind: 'poll' }
  /** Milliseconds until it is worth asking again. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'over' };

export interface Bucket {
  readonly name: string;
  readonly requests: number;
  /** Milliseconds. */
  readonly per: number;
}

export interface SlotRequest {
  readonly buckets: readonly Bucket[];
  /** Milliseconds until the request is given up: no answer will come after that. */
  readonly deadline: number;
  /** Slots of the first bucket left to others: polls leave room for calls. */
  readonly leave: number;
  /** Requests of this process that wait before this one: the wait is told behind them. */
  readonly ahead: number;
}

export type SlotAnswer =
  | { readonly kind: 'taken'; readonly id: string }
  /** Milliseconds until a slot can be free in all buckets, and the one that takes the longest. */
  | { readonly kind: 'full'; readonly ms: number; readonly bucket: string };
