import type { JobState } from '../../job-states.ts';
import type { Consent } from '../../state/ledger.ts';
import type { Effect } from '../../catalog/operation.ts';
import type { FileAccess } from '../files/file-access.ts';
import type { LeftUnread } from '../transport/prune-json.ts';

/** A job as its caller sees it. Times are ISO 8601 in UTC. */
export interface JobView {
  readonly job_id: string;
  readonly operation: string;
  readonly state: JobState;
  /** The state in the platform's own terms, as last read. */
  readonly platform_state?: string | number | boolean | null;
  /** Percent, where the platform tells. */
  readonly progress?: number;
  readonly started_at: string;
  readonly ended_at?: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly credits: Credits;
  /** The answer to the start until there is a newer one; the result once it is completed. */
  readonly data?: unknown;
  readonly error?: string;
  /** The call that shows the job itself, where the result is another one's answer. */
  readonly watched_by?: string;
  /** The operation that answers the question of a job that needs its caller. */
  readonly answer_with?: string;
  /** What to do next, as a call spelled out. */
  readonly next?: string;
  /** True where this call joined a running job instead of starting one. */
  readonly joined?: boolean;
}

export interface Credits {
  /** Upper bound reserved for the call. */
  readonly estimated: number;
  /** Credits drawn, once known. */
  readonly charged?: number;
  /** `charged` is an upper bound: what was really drawn is still to be looked up in the platform's history. */
  readonly unconfirmed?: true;
}

export interface Page {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly last_page: number;
}

/** What a call resolves with. `D` follows from the catalog where the operation is given by name. */
export interface Reply<D = unknown> {
  /**
   * The platform's answer: parsed JSON; `{columns, rows}` for CSV and NDJSON; `{mime_type, size_bytes}` for a download.
   * Answers are not validated: the type says what the contract promises. `null` while a job has no result.
   */
  readonly data: D;
  readonly page?: Page;
  /** Set where `data` is the beginning of a stream that goes on: how many rows came, and what that means in words. */
  readonly incomplete?: { readonly rows: number; readonly says: string };
  readonly job?: JobView;
  /**
   * What the platform's answer to the start of a job said beyond `data`: identifiers, what was skipped, secrets. What
   * the platform shows only once (`shownOnce` in the catalog) is in it until a reply that held it has been delivered.
   */
  readonly started?: unknown;
  readonly credits?: Credits;
  /** The whole answer as it came, where it was not one JSON document. */
  readonly raw?: RawResponse;
  /** Where the answer held more than this program reads. */
  readonly leftUnread?: LeftUnread;
}

/** An answer as it came. */
export interface RawResponse {
  /** As the platform says, parameters included. */
  readonly mime: string;
  readonly body: Uint8Array;
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
  readonly purpose?: string;
  /** What a person is shown of the call in place of its arguments. */
  readonly shown?: string;
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
  readonly signal?: AbortSignal;
  /** Seconds to wait for a job. 0 returns its handle at once. Default: the configured wait. */
  readonly waitSeconds?: number;
  /** Start another job although an identical one is alive. */
  readonly again?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  /** Which files of this machine a `file` argument may name. Absent: none. */
  readonly files?: FileAccess;
  /**
   * Takes over acknowledging the delivery of the result. Until it is acknowledged, an identical call returns the same
   * result, and starts and pays nothing. Absent: the delivery is acknowledged when the call returns.
   */
  readonly deferAcknowledgement?: (end: AcknowledgeDelivery) => Promise<void>;
  /** Leaves out fields that the platform shows only once, and keeps them on record. */
  readonly omitOneTimeFields?: true;
  /** Asked before anything is reserved; throws to refuse. With `exceeded`, asked although the call alone is not above the threshold. */
  readonly consent?: (quote: Quote, exceeded?: ExceededThreshold) => Consent | void | Promise<Consent | void>;
  /** For the audit trail: a hash of the caller. */
  readonly caller?: string;
  /** The run of a program whose credits the call takes. */
  readonly run?: string;
  /** For callers that keep a record of the call beside the ledger. */
  readonly trace?: CallTrace;
}

/** Notified of each step of a call before the next one. A rejection stops the call. */
export interface CallTrace {
  /**
   * The entry that an earlier attempt at the same call was given, by a process that has ended. The call goes on with it,
   * unless it never left.
   */
  readonly entry?: string;
  /** It has an entry in the ledger: where it pays or starts a job. */
  recorded(entry: string): Promise<void>;
  /** It has none, and is about to leave. */
  leaving(): Promise<void>;
  /** It left, and the platform said that it did not carry it out. */
  notTaken(): Promise<void>;
}
