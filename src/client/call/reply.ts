import type { JobState } from '../../job-states.ts';
import type { Consent } from '../../state/ledger.ts';
import type { Arguments, Effect } from '../../catalog/operation.ts';
import type { KeptFile } from '../files/kept-files.ts';
import type { FileAccess } from '../files/file-access.ts';
import type { AroundData } from '../decoding/decoded-response.ts';

/** A job as its caller sees it. Times are ISO 8601 in UTC. */
export interface JobView {
  readonly job_id: string;
  readonly operation: string;
  readonly state: JobState;
  /** The state in the platform's own terms, as last read. */
  readonly platform_state?: string | number | boolean | null | undefined;
  /** Percent, where the platform tells. */
  readonly progress?: number | undefined;
  readonly started_at: string;
  readonly ended_at?: string | undefined;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly credits: Credits;
  /** The answer to the start until there is a newer one; the result once it is completed. */
  readonly data?: unknown;
  readonly error?: string | undefined;
  /** The call that shows the job itself, where the result is another one's answer. */
  readonly watched_by?: string | undefined;
  /** The operation that answers the question of a job that needs its caller. */
  readonly answer_with?: string | undefined;
  /** What to do next, as a call spelled out. */
  readonly next?: string | undefined;
  /** True where this call joined a running job instead of starting one. */
  readonly joined?: boolean | undefined;
}

export interface Credits {
  /** Upper bound reserved for the call. */
  readonly estimated: number;
  /** Credits drawn, once known. */
  readonly charged?: number | undefined;
  /** `charged` is an upper bound: what was really drawn is still to be looked up in the platform's history. */
  readonly unconfirmed?: true | undefined;
}

/** What a call resolves with. `D` follows from the catalog where the operation is given by name. */
export interface Reply<D = unknown> extends AroundData {
  /**
   * The platform's answer: parsed JSON; `{columns, rows}` for CSV and NDJSON; `{mime_type, size_bytes}` for a download.
   * Answers are not validated: the type says what the contract promises. `null` while a job has no result.
   */
  readonly data: D;
  readonly job?: JobView | undefined;
  /**
   * What the platform's answer to the start of a job said beyond `data`: identifiers, what was skipped, secrets. What
   * the platform shows only once (`shownOnce` in the catalog) is in it until a reply that held it has been delivered.
   */
  readonly started?: unknown;
  readonly credits?: Credits | undefined;
  /** Where the file that the answer is, or a part of it, is kept. Of what was paid always, of a free call with `keepsFiles`. */
  readonly file?: KeptFile | undefined;
  /** In words, how the answer's form differs from the declared one: it is handed over as it came. */
  readonly unexpected?: string | undefined;
  /** In words, where the effect of a call that was only accepted will show: what was said about it is `started`. */
  readonly shows?: string | undefined;
  /** Id of the record of a paid call, which `wait` takes as it takes a job's. */
  readonly record?: string | undefined;
}

/** What a call is expected to cost, at most. */
export interface Quote {
  readonly operation: string;
  readonly effect: Effect;
  /** Upper bound in credits. `null`: no bound is known. */
  readonly credits: number | null;
  /** How the bound comes about, in words. */
  readonly basis: string;
  /** What it is for, as a person's question goes on after "to". Holds what a model wrote into the arguments. */
  readonly purpose?: string | undefined;
  /** What the platform draws later by itself because of the call, in words: no part of `credits`. */
  readonly recurring?: string | undefined;
  /** What a person is shown of the call in place of its arguments. */
  readonly shown?: string | undefined;
}

export interface Progress {
  /** Percent where the platform tells it, else an estimate from the usual length; 100 at the end only. Never falls. */
  readonly percent: number;
  readonly message: string;
}

/** Acknowledges that a result was delivered (`true`), or reports that it was not. Never rejects. */
export type AcknowledgeDelivery = (yes: boolean) => Promise<void>;

/** A threshold that the credits spent since a person last agreed would exceed with this call. */
export interface ExceededThreshold {
  /** As set, such as `100/session`. */
  readonly limit: string;
  readonly spent: number;
}

export interface CallOptions {
  /** Stops the waiting, never the job. */
  readonly signal?: AbortSignal | undefined;
  /** Seconds to wait for a job. 0 returns its handle at once. Default: the configured wait. */
  readonly waitSeconds?: number | undefined;
  /** Start another job although an identical one is alive. */
  readonly again?: boolean | undefined;
  /**
   * Arguments that the call is compared by, in place of its own: calls with equal ones are one call, and the later one joins.
   * For callers that order one thing and not one text.
   */
  readonly comparedAs?: Arguments | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Which files of this machine a `file` argument may name. Absent: none. */
  readonly files?: FileAccess | undefined;
  /**
   * Takes over acknowledging the delivery of the result. Until it is acknowledged, an identical call returns the same
   * result, and starts and pays nothing. Absent: the delivery is acknowledged when the call returns.
   */
  readonly deferAcknowledgement?: ((end: AcknowledgeDelivery) => Promise<void>) | undefined;
  /** Files of free answers are kept for a day: `Reply.file`. What is paid for is kept in any case. */
  readonly keepsFiles?: true | undefined;
  /** An answer to a free call that is not what is declared is handed over as it came. Absent: it is an error. */
  readonly anyForm?: true | undefined;
  /** Leaves out fields that the platform shows only once, and keeps them on record. */
  readonly omitOneTimeFields?: true | undefined;
  /** Asked before anything is reserved; throws to refuse. With `exceeded`, asked although the call alone is not above the threshold. */
  readonly consent?:
    | ((quote: Quote, exceeded?: ExceededThreshold) => Consent | void | Promise<Consent | void>)
    | undefined;
  /** For the audit trail: a hash of the caller. */
  readonly caller?: string | undefined;
  /** The run of a program whose credits the call takes. */
  readonly run?: string | undefined;
  /** What the call is for; `null`: nothing in particular. Default: the client's label. */
  readonly label?: string | null | undefined;
  /** Called before each attempt leaves, once it has its slot. A rejection stops the call, and nothing is sent. */
  readonly beforeLeaving?: (() => Promise<void>) | undefined;
  /** For callers that keep a record of the call beside the ledger. */
  readonly trace?: CallTrace | undefined;
}

/** Notified of each step of a call before the next one. A rejection stops the call. */
export interface CallTrace {
  /**
   * The entry that an earlier attempt at the same call was given, by a process that has ended. The call goes on with it,
   * unless it never left.
   */
  readonly entry?: string | undefined;
  /** It has an entry in the ledger: where it pays or starts a job. */
  recorded(entry: string): Promise<void>;
  /** It has none, and is about to leave with a request that must not be sent twice. */
  beforeAttempt(): Promise<void>;
  /** It left, and the platform said that it did not carry it out. */
  onNotAccepted(): Promise<void>;
}
