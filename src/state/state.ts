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
  /** A keyed hash that stands for a service address and token, or for a team; the texts themselves are not stored. */
  account(apiUrl: string, token: string): Promise<string>;
  /** The account that an access, the hash of an address and a token, was bound to. */
  findAccount(access: string): Promise<string | undefined>;
  /** Binds an access to an account, in one commit with handing it every entry kept under one of the `former` accounts. */
  bindAccount(access: string, account: string, former: readonly string[]): Promise<void>;
  /** The limits that a person keeps in the store for this account. */
  keptLimits(account: string): Promise<readonly KeptLimit[]>;
  /** Replaces them, all of them. */
  keepLimits(account: string, limits: readonly Pick<KeptLimit, 'credits' | 'span'>[]): Promise<void>;
  /** Who spent what, newest first. The store appends a line with each change of a call's money, in the same commit. */
  audit(account: string, filter: AuditFilter): Promise<readonly AuditLine[]>;
  /** Appends the line of a call that was refused before it came into the ledger. */
  auditRefusal(account: string, refusal: AuditRefusal): Promise<void>;

  /** Admits a call and records it, joins an identical one, or refuses. */
  reserve(request: ReserveRequest): Promise<Reserved>;
  /** The call that an identical one would join now. */
  findTwin(account: string, fingerprint: string, owner?: string): Promise<Entry | undefined>;
  /** Marks the call as leaving now. False if its reservation has expired meanwhile. */
  dispatch(id: string, until: number): Promise<boolean>;
  /** Takes a dispatch back: the platform said that it did not carry the call out. */
  withdraw(id: string, lapsesAfter: number): Promise<void>;
  /**
   * Writes down what became of a call: charge and job in one commit. Undefined, with nothing written, if the entry is in
   * none of the states `from`, or if the poll lease has passed from `leaseOwner` to somebody else (a fencing token).
   */
  record(
    id: string,
    change: EntryChange,
    from?: readonly EntryState[],
    leaseOwner?: string,
  ): Promise<Entry | undefined>;
  /** `owner`: only where the call was made for that caller. */
  find(account: string, id: string, owner?: string): Promise<Entry | undefined>;
  list(account: string, filter: EntryFilter): Promise<Entry[]>;
  /** Spent and held credits for each window. */
  usage(account: string, windows: readonly (Window & Pick<LimitWindow, 'owner'>)[]): Promise<Usage[]>;

  /** What was charged since the day (UTC) that `since` lies in, by operation and day. */
  spending(account: string, since: number): Promise<Spent[]>;
  /** Accepted calls since then whose charge was not yet looked up at the platform, or was not found there; newest first, at most 1,000. */
  unconfirmed(account: string, since: number): Promise<Entry[]>;
  /** Calls settled since then above their estimate, by operation. */
  drift(account: string, since: number): Promise<Drift[]>;
  /** The balance that falls are measured from. */
  balanceMark(account: string): Promise<BalanceReading | undefined>;
  /** Measures falls of the balance from this reading on. */
  markBalance(account: string, reading: BalanceReading): Promise<void>;
  /** Credits by which the balance fell since the mark beyond all that was charged since and is held; 0 or more. */
  compareBalance(account: string, reading: BalanceReading): Promise<number>;

  /** Drops answers and arguments that are kept no longer, and calls that were never charged: some at once, the rest in the background. */
  clean(account: string): Promise<void>;

  /** How the account's earlier spending came into this store; undefined until that is settled. */
  accountStart(account: string): Promise<AccountBeginning | undefined>;
  /**
   * Settles how the account starts here: the charges count in its windows from now on, in the place of those posted earlier.
   * False, and nothing is changed, if another process has settled it meanwhile; `again` settles it all the same.
   */
  startAccount(
    account: string,
    start: AccountBeginning,
    charges: readonly ForeignCharge[],
    again?: 'again',
  ): Promise<boolean>;

  /** Copies the store, as it is at one moment, into a new file. Rejects with `StateUnavailable` where that cannot be done. */
  backup(file: string): Promise<void>;
  /** What is wrong with the store as a whole, one line each; reads all of it. Empty: nothing is. */
  check(): Promise<string[]>;

  /**
   * Grants the right to poll a job, to one `owner` at a time and never before its pause is over. `owner` is unique to this
   * poll: `record` compares it, so that a poll that outlived its lease changes nothing.
   */
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
  /** Buckets that nobody may send into now. */
  cooldowns(account: string): Promise<readonly Cooldown[]>;
  /** Ends them all, and gives back the slots they held back. Resolves with how many there were. */
  clearCooldowns(account: string): Promise<number>;

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

/**
 * Where the amount of a charge comes from, beyond its estimate. `stated`: the platform's answer, or a price of nothing. `found`: its
 * history of charges. `absent`: that history, which has no row for it; a later look may still find one.
 */
export type Confirmation = 'stated' | 'found' | 'absent';

/** A team's balance, and when its reading was begun in milliseconds since the epoch. */
export interface BalanceReading {
  readonly balance: number;
  readonly readAt: number;
}

/** Charges above their estimates. */
export interface Drift {
  readonly operation: string;
  readonly calls: number;
  readonly estimated: number;
  readonly charged: number;
  /** The latest one, in milliseconds since the epoch. */
  readonly at: number;
}

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
  /** Null: the charge is its estimate, not looked up yet. */
  readonly confirmation: Confirmation | null;
  /** No bound was known for the price: `estimate` is what was held all the same. */
  readonly unbounded: boolean;
  readonly basis: string;
  readonly state: EntryState;
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

/** Fingerprints of what a job's watched resource showed. */
export interface Baseline {
  /** Before the start. */
  readonly before: string;
  /** At the last poll, where it differed from `before` and must come to rest. */
  readonly since?: string;
  /** Ids of the rows that were listed before the start. */
  readonly ids?: readonly (string | number)[];
}

export interface EntryChange {
  readonly money?: MoneyState;
  readonly charged?: number;
  readonly confirmation?: Confirmation;
  readonly state?: EntryState;
  readonly watch?: Entry['watch'];
  readonly platformState?: Entry['platformState'];
  readonly progress?: number;
  readonly answer?: unknown;
  readonly started?: unknown;
  readonly baseline?: Entry['baseline'];
  readonly error?: string;
  readonly delivered?: boolean;
  readonly misses?: number;
  readonly denials?: number;
  /** Milliseconds from now until the next poll; ends the poller's lease. */
  readonly pollAfter?: number;
}

export interface EntryFilter {
  /** Only calls made for this caller. */
  readonly owner?: string;
  readonly states?: readonly EntryState[];
  readonly money?: readonly MoneyState[];
  /** Reserved since then, in milliseconds since the epoch. */
  readonly since?: number;
  readonly limit: number;
}

export interface ReserveRequest {
  readonly account: string;
  readonly session: string;
  /** The caller that job and result belong to, where several share an account. Only calls of the same caller are joined. */
  readonly owner?: string | undefined;
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Equal for calls that would do the same thing. */
  readonly fingerprint: string;
  readonly estimate: number;
  /** The estimate is no bound: none is known. Default false. */
  readonly unbounded?: boolean;
  readonly basis: string;
  readonly limits: readonly LimitWindow[];
  /** Start even if an identical call is alive. */
  readonly again: boolean;
  /** Milliseconds after which the reservation lapses unless it is dispatched. */
  readonly lapsesAfter: number;
  /** Sums since a person last agreed, beyond which one is asked again. */
  readonly askBeyond?: readonly LimitWindow[] | undefined;
  /** For the audit trail: a hash that stands for who asked. */
  readonly caller?: string | undefined;
  /** For the audit trail: who agreed to the price. */
  readonly consent?: Consent | undefined;
}

/** Who agreed to a price: it needed nobody, a person did, or the operator had said that nobody can be asked. */
export type Consent = 'not_needed' | 'person' | 'unattended';

/** A limit in the store. */
export interface KeptLimit {
  readonly credits: number;
  readonly span: 'call' | Window['window'];
  /** Epoch milliseconds. */
  readonly setAt: number;
}

export interface AuditFilter {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly limit: number;
}

/** One change of a call's money, or a refusal. Holds no arguments. */
export interface AuditLine {
  /** Epoch milliseconds of the database's own clock. */
  readonly at: number;
  /** The call on record; absent for a refusal. */
  readonly entry?: string;
  readonly caller?: string;
  readonly operation: string;
  /** A `MoneyState`, or `refused`. */
  readonly event: string;
  /** Of a refusal: its error code. */
  readonly reason?: string;
  readonly consent?: string;
  readonly estimated?: number;
  readonly charged?: number;
}

export interface AuditRefusal {
  readonly operation: string;
  readonly reason: string;
  readonly caller?: string | undefined;
  readonly consent?: string | undefined;
  readonly estimated?: number | undefined;
}

export interface Cooldown {
  readonly bucket: string;
  /** Milliseconds that are left. */
  readonly ms: number;
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
  /** Sums the calls of this caller alone. Absent: those of the account. */
  readonly owner?: string;
}

export interface Usage {
  /** Credits charged in the window. */
  readonly spent: number;
  /** Credits held by calls that are not settled, whenever they began. */
  readonly held: number;
  /** The part of it whose outcome is in doubt. */
  readonly inDoubt: number;
}

/**
 * `own`: the store knows everything the account did through it. `read`: charges were taken from the platform's history.
 * `none`: the platform has no history. `waived`: the operator decided to count from there on. `lost`: the store has lost
 * commits, and what was spent has to be read again.
 */
export type AccountStart = 'own' | 'read' | 'none' | 'waived' | 'lost';

export interface AccountBeginning {
  readonly start: AccountStart;
  /** Milliseconds since the epoch: charges from then on are known. */
  readonly since: number;
}

/** A charge on the team's credits that no call on record made. */
export interface ForeignCharge {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** A name of the catalog, or the platform's own word for it. */
  readonly operation: string;
  readonly credits: number;
}

/** Charges of one operation on one day. */
export interface Spent {
  readonly operation: string;
  /** Midnight UTC, milliseconds since the epoch. */
  readonly day: number;
  readonly calls: number;
  /** Credits. */
  readonly charged: number;
}

export type Reserved =
  | { readonly kind: 'reserved'; readonly entry: Entry }
  | { readonly kind: 'joined'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly limit: LimitWindow; readonly usage: Usage; readonly passes: boolean }
  /** Nothing is reserved: a person has to agree first. `spent`: credits spent and held since one last did. */
  | { readonly kind: 'needs_person'; readonly limit: LimitWindow; readonly spent: number };

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
