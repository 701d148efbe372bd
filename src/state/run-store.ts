import type { Consent, LimitWindow, Usage } from './ledger.ts';

/** Programs on record: their code, what became of each of their calls, and the credits that are held for them. */
export interface RunStore {
  /** Puts a run on record, its lease taken and its credits held, or refuses. */
  begin(run: NewRun, terms: HoldTerms): Promise<Begun>;
  /** Takes the lease of a run that nobody carries on, and holds again what is left of its credits. */
  take(account: string, id: string, terms: HoldTerms): Promise<Taken>;
  /** Keeps lease and hold alive. False if the run has ended, or belongs to another process now. */
  renew(id: string, lease: Lease): Promise<boolean>;
  /** Writes down how far calls have come, all in one commit. False, with nothing written, where `renew` would be. */
  note(id: string, lease: Lease, calls: readonly CallNote[]): Promise<boolean>;
  /** Ends the run and gives back what is held. False where `renew` would be. */
  end(id: string, owner: string, end: RunEnd): Promise<boolean>;
  /** Gives up lease and hold without an end: another process may carry the run on at once. */
  release(id: string, owner: string): Promise<void>;
  /** Ends a run as cancelled, whoever carries it on. Undefined: there is no such run, or it has ended. */
  cancel(account: string, id: string, owner?: string): Promise<Run | undefined>;
  find(account: string, id: string, owner?: string): Promise<Run | undefined>;
  /** Newest first. */
  list(account: string, filter: RunFilter): Promise<Run[]>;
  /** Drops runs that ended before then, in milliseconds since the epoch. */
  clean(account: string, before: number): Promise<void>;
}

export type RunState = 'running' | 'completed' | 'failed' | 'cancelled';

export interface NewRun {
  readonly account: string;
  readonly session: string;
  readonly code: string;
  /** JSON. */
  readonly input: string;
  /** Effects that calls may have beside those that are paid. */
  readonly may: readonly string[];
  /** Credits that it may spend. */
  readonly maxCredits: number;
  readonly consent?: Consent | undefined;
  readonly caller?: string | undefined;
  /** The caller that the run belongs to, where several share an account. */
  readonly owner?: string | undefined;
}

export interface Lease {
  readonly owner: string;
  /** Milliseconds for which it is taken. */
  readonly leaseMs: number;
  /** Milliseconds for which the credits stay held: longer, so that a crash leaves time to resume. */
  readonly holdMs: number;
}

export interface HoldTerms extends Lease {
  readonly session: string;
  readonly limits: readonly LimitWindow[];
  /** Sums since a person last agreed, beyond which one is asked again. */
  readonly consentThresholds: readonly LimitWindow[];
  /** A lease that counts no more: its owner has ended. */
  readonly endedOwner?: string | undefined;
  /** The caller whose run it has to be, where several share an account. */
  readonly runOwner?: string;
}

export interface RunFilter {
  readonly state?: RunState;
  readonly limit: number;
  /** Only runs of this caller. */
  readonly owner?: string;
}

export interface Run {
  readonly id: string;
  readonly code: string;
  /** JSON. */
  readonly input: string;
  readonly may: readonly string[];
  readonly maxCredits: number;
  readonly consent: Consent | null;
  readonly state: RunState;
  /** JSON; null until it has completed. */
  readonly result: string | null;
  /** JSON; null unless it failed. */
  readonly error: string | null;
  /** Lines that it logged, once it has ended. */
  readonly log: readonly string[];
  /** Credits charged for its calls, and held by those that are not settled. */
  readonly charged: number;
  readonly held: number;
  /** Calls by operation. */
  readonly calls: Readonly<Record<string, number>>;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Whether a process carries it on now. */
  readonly isLeased: boolean;
}

/** One call of a run, by its place in the order in which the program asked. */
export interface RunCall {
  readonly n: number;
  readonly name: string;
  /** A hash of name and arguments. */
  readonly request: string;
  /** The entry of the ledger, where it has one. */
  readonly entry: string | null;
  /** Whether a request that must not be repeated may have left. */
  readonly left: boolean;
  readonly outcome: RunOutcome | null;
}

export interface RunOutcome {
  /** Its place in the order in which outcomes reached the program. */
  readonly place: number;
  readonly ok: boolean;
  /** JSON. */
  readonly json: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface CallNote {
  readonly n: number;
  readonly name: string;
  readonly request: string;
  readonly entry?: string;
  readonly left?: boolean;
  readonly outcome?: RunOutcome;
}

export interface RunEnd {
  readonly state: Exclude<RunState, 'running'>;
  readonly result?: string;
  readonly error?: string;
  readonly log: readonly string[];
}

export type Begun =
  | { readonly kind: 'begun'; readonly run: Run }
  | { readonly kind: 'refused'; readonly limit: LimitWindow; readonly usage: Usage; readonly passes: boolean }
  | { readonly kind: 'needs_person'; readonly limit: LimitWindow; readonly spent: number };

export type Taken =
  | { readonly kind: 'taken'; readonly run: Run; readonly calls: readonly RunCall[] }
  /** Another process carries it on: `owner` is its lease. */
  | { readonly kind: 'busy'; readonly owner: string; readonly ms: number }
  | { readonly kind: 'over'; readonly run: Run }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly limit: LimitWindow; readonly usage: Usage; readonly passes: boolean };
