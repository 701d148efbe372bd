import { randomBytes } from 'node:crypto';
import type { Consent, ConsentNeeded, LimitRefusal, LimitWindow } from './ledger.ts';

/** Recorded programs: their code, what they have changed and paid, and the credits held for them. */
export interface RunStore {
  /** Records a run with its lease taken and its credits held, or refuses it. Of several runs with one key, one begins. */
  begin(run: NewRun, options: HoldOptions): Promise<Begun>;
  /**
   * Takes the lease of a run that no process holds, releases what its last process had reserved and not sent, and holds the rest of
   * its credits again.
   */
  take(account: string, id: string, options: HoldOptions): Promise<TakeAnswer>;
  /** Keeps lease and hold alive, and records how many calls the program has made. False if the run has ended, or belongs to another process now. */
  renew(id: string, lease: Lease, calls: RunCounts): Promise<boolean>;
  /**
   * Records what is known of an effect. False, with nothing written, where `renew` would return false.
   *
   * @param isDelivered the program has the result of its entry: an identical call starts another
   */
  noteEffect(id: string, lease: Lease, effect: RunEffect, isDelivered: boolean): Promise<boolean>;
  /** Deletes an effect that did not take place. False, with nothing written, where `renew` would return false. */
  forgetEffect(id: string, lease: Lease, effect: string): Promise<boolean>;
  /** Ends the run and releases its held credits. False where `renew` would return false. */
  end(id: string, owner: string, end: RunEnd): Promise<boolean>;
  /** Ends a run that no process holds, as failed; `error` is JSON. False where a process holds it, or it has ended. */
  abandon(id: string, error: string): Promise<boolean>;
  /** Releases lease and hold without ending the run: another process may continue it at once. */
  release(id: string, owner: string, calls?: RunCounts): Promise<void>;
  /** Ends a run as cancelled, whichever process holds it. Undefined: there is no such run, or it has ended. */
  cancel(account: string, id: string, owner?: string): Promise<Run | undefined>;
  find(account: string, id: string, owner?: string): Promise<Run | undefined>;
  /** The run that has the key of a caller. */
  findByKey(account: string, key: string, owner?: string): Promise<Run | undefined>;
  /** The state of a run of any account, for the processes that continue runs of servers that have died. */
  standing(id: string): Promise<Pick<Run, 'state' | 'isLeased'> | undefined>;
  /** How many runs of all accounts are not over: `running` are executed by a process, `interrupted` by none. */
  unfinished(): Promise<{ readonly running: number; readonly interrupted: number }>;
  /** Newest first. */
  list(account: string, filter: RunFilter): Promise<RunSummary[]>;
  /** Drops runs that ended before that time, in milliseconds since the epoch. */
  clean(account: string, before: number): Promise<void>;
}

export type RunState = 'running' | 'completed' | 'failed' | 'cancelled';

export interface NewRun {
  readonly id: string;
  readonly account: string;
  readonly code: string;
  /** JSON. */
  readonly input: string;
  /** Effects that calls may have beside those that are paid. */
  readonly may: readonly string[];
  /** Credits that it may spend. */
  readonly maxCredits: number;
  readonly consent?: Consent | undefined;
  /** The caller that the run belongs to, where several share an account. */
  readonly owner?: string | undefined;
  /** The caller's own name of the run. */
  readonly key?: string | undefined;
  /** What the run is for; all of its calls get this label. */
  readonly label?: string | undefined;
}

export interface Lease {
  readonly owner: string;
  /** Milliseconds for which it is taken. */
  readonly leaseMs: number;
  /** Milliseconds for which the credits stay held: longer, so that a crash leaves time to resume. */
  readonly holdMs: number;
}

export interface HoldOptions extends Lease {
  readonly session: string;
  /** The caller's sign-in, where there is one. */
  readonly signIn?: string | undefined;
  readonly limits: readonly LimitWindow[];
  /** Thresholds for the credits spent since a person last agreed. Beyond one, a person is asked again. */
  readonly consentThresholds: readonly LimitWindow[];
  /** The run is taken over without a request of its caller: counted, if its process died. Absent: a caller asks, and the count starts over. */
  readonly isFailover?: boolean | undefined;
  /** The caller that the run must belong to, where several share an account. */
  readonly runOwner?: string | undefined;
}

export interface RunFilter {
  readonly state?: RunState | undefined;
  /** Only runs that hold credits for calls that they have not made yet. */
  readonly holds?: boolean | undefined;
  readonly limit: number;
  /** Only runs of this caller. */
  readonly owner?: string | undefined;
}

export interface Run {
  readonly id: string;
  readonly code: string;
  /** JSON. */
  readonly input: string;
  readonly may: readonly string[];
  readonly maxCredits: number;
  readonly consent: Consent | null;
  readonly key: string | undefined;
  readonly label: string | undefined;
  readonly state: RunState;
  /** JSON; null until it has completed. */
  readonly result: string | null;
  /** The code that the program gave to `exit`. */
  readonly exitCode: number | null;
  /** JSON; null unless it failed. */
  readonly error: string | null;
  /** Lines that it logged, once it has ended. */
  readonly log: readonly string[];
  /** Credits charged for its calls, and held by those that are not settled. */
  readonly charged: number;
  readonly held: number;
  /** How many calls its latest attempt has made. Of a run that a process executes, some seconds old. */
  readonly calls: RunCounts;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Whether a process holds its lease now. */
  readonly isLeased: boolean;
  /** Credits held for calls that it has not made yet. */
  readonly unused: number;
}

/** A run in a list: without fields that may be megabytes, and with only the first `summaryCodeChars` characters of its code. */
export type RunSummary = Omit<Run, 'input' | 'result' | 'exitCode' | 'log'>;

export const summaryCodeChars = 1_000;

/** Bounds of what one caller may keep of runs that have ended: how many runs, and of how many of them, and in how many bytes, the results. */
export const runBounds = { runs: 10_000, results: 1_000, bytes: 64 * 1024 * 1024 } as const;

/** What takes the place of a result that was dropped: JSON. */
export const droppedResult = JSON.stringify({
  dropped: 'This result was dropped: newer ones of yours needed its room.',
});

/** Number of calls by name. */
export type RunCounts = Readonly<Record<string, number>>;

/** A call of a run that changes or pays, as far as its outcome is known. */
export interface RunEffect {
  /** Identifies it in its run: the operation, a hash of the arguments, and how many of the same came before it. */
  readonly effect: string;
  /** The entry of the ledger, where it has one. */
  readonly entry: string | null;
  /** Whether a request without an entry, which must not be repeated, may have left. */
  readonly mayHaveLeft: boolean;
  readonly outcome: EffectOutcome | null;
}

export interface EffectOutcome {
  readonly ok: boolean;
  /** JSON: the reply, or the refusal. */
  readonly json: string;
}

export interface RunEnd {
  readonly state: Exclude<RunState, 'running'>;
  readonly result?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly error?: string | undefined;
  readonly log: readonly string[];
  readonly calls: RunCounts;
}

export type Begun =
  | { readonly kind: 'begun'; readonly run: Run }
  /** The caller has as many runs on record as one may. */
  | { readonly kind: 'full' }
  /** The key has a run already. */
  | { readonly kind: 'key_taken'; readonly run: Run }
  | LimitRefusal
  | ConsentNeeded;

export type TakeAnswer =
  | {
      readonly kind: 'taken';
      readonly run: Run;
      readonly effects: readonly RunEffect[];
      /** How often the run was taken over from a process that had died, since a caller last asked for it. */
      readonly failovers: number;
    }
  /** Another process holds it. `ms`: how long its lease lasts at least. */
  | { readonly kind: 'busy'; readonly ms: number }
  | { readonly kind: 'over'; readonly run: Run }
  | { readonly kind: 'unknown' }
  | LimitRefusal;

/** An id that sorts by time and cannot be guessed. `now`: milliseconds since the epoch. */
export const newRunId = (now: number): string =>
  `run_${now.toString(36)}${randomBytes(5).readUIntBE(0, 5).toString(36).padStart(8, '0')}`;
