import type { Credits, JobView, Progress } from '../jobs/job-view.ts';
import type { ExceededThreshold, Quote } from '../money/quote.ts';
import type { Consent } from '../../state/index.ts';
import type { Arguments, Operation } from '../../catalog/index.ts';
import type { KeptFile } from './kept-files.ts';
import type { FileAccess } from '../http/files/file-access.ts';
import type { AroundData } from '../answers/index.ts';

export type { Credits, ExceededThreshold, JobView, Progress, Quote };

/** Result of a call. `D` is inferred from the catalog where the operation is given by name. */
export interface Reply<D = unknown> extends AroundData {
  /**
   * The platform's answer: parsed JSON; `{columns, rows}` for CSV and NDJSON; `{mime_type, size_bytes}` for a download.
   * Answers are not validated: the type is the declared one. `null` while a job has no result.
   */
  readonly data: D;
  readonly job?: JobView | undefined;
  /**
   * Fields of the answer to the start of a job that `data` does not repeat, such as identifiers, skipped items and secrets. Fields
   * that the platform shows only once (`shownOnce` in the catalog) are included until a reply with them has been delivered.
   */
  readonly started?: unknown;
  readonly credits?: Credits | undefined;
  /** Where the file in the answer is stored: always for a paid call, for a free one only with `keepsFiles`. */
  readonly file?: KeptFile | undefined;
  /** How the format of the answer differs from the declared one, as text; `data` then holds it unchanged. */
  readonly unexpected?: string | undefined;
  /** Where the effect of a call that was only accepted will show, as text; its answer is in `started`. */
  readonly shows?: string | undefined;
  /** Id of the ledger entry of a paid call, which `wait` accepts like the id of a job. */
  readonly record?: string | undefined;
}

/** Result of waiting for a job. */
export type JobReply<D = unknown> = Reply<D> & { readonly job: JobView };

/** Acknowledges that a result was delivered (`true`), or reports that it was not. Never rejects. */
export type AcknowledgeDelivery = (yes: boolean) => Promise<void>;

/** How a call waits, what it may spend and upload, and who is notified of its steps. */
export interface CallOptions {
  /** Stops waiting for the job; does not cancel the job. */
  readonly signal?: AbortSignal | undefined;
  /** Seconds to wait for a job. 0 returns its handle at once. Default: the configured wait. */
  readonly waitSeconds?: number | undefined;
  /** Seconds to wait for a rate-limit slot, and for budget that other calls hold. Default: as long as for the job. */
  readonly roomSeconds?: number | undefined;
  /** Start another job although an identical one is alive. */
  readonly again?: boolean | undefined;
  /**
   * Arguments that replace the call's own in its idempotency key: calls with equal ones count as the same call, and the later one
   * joins. For callers whose wording varies while they order the same thing.
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
  /** Stores files of free answers for a day (`Reply.file`). Files of paid answers are always stored. */
  readonly keepsFiles?: true | undefined;
  /** Returns an answer to a free call unchanged if it is not in the declared format. Absent: such an answer is an error. */
  readonly anyForm?: true | undefined;
  /** Leaves out fields that the platform shows only once; the ledger keeps them for a later reply. */
  readonly omitOneTimeFields?: true | undefined;
  /** Asks for consent before credits are reserved; throws to refuse. `exceeded`: the threshold that earlier spending and this call exceed together. */
  readonly consent?:
    | ((quote: Quote, exceeded?: ExceededThreshold) => Consent | void | Promise<Consent | void>)
    | undefined;
  /** Id of the program run whose reserved credits pay for the call. */
  readonly run?: string | undefined;
  /** Label that the spending is recorded under; `null`: none. Default: the client's label. */
  readonly label?: string | null | undefined;
  /** Called before each attempt is sent, once it has a rate-limit slot. A rejection stops the call before it is sent. */
  readonly beforeAttempt?: (() => Promise<void>) | undefined;
  /** Handles each call that changes or pays. Absent: such calls are sent without further record. */
  readonly effects?: Effects | undefined;
  /** The read only finds the id of a project that the caller has named. */
  readonly resolvesName?: true | undefined;
  /** For callers that keep a record of the call in addition to the ledger. */
  readonly trace?: CallTrace | undefined;
}

/** A step of every call that changes or pays, once its arguments are checked. */
export interface Effects {
  /** Sends the call by `send`, or answers it in another way. */
  call(effect: EffectCall, send: (options: SendOptions) => Promise<Reply>): Promise<Reply>;
}

/** A call that changes or pays. */
export interface EffectCall {
  readonly operation: Operation;
  /** Its arguments, checked and in their declared types. */
  readonly input: Arguments;
  /** Equal for calls that would do the same thing. */
  readonly fingerprint: string;
  readonly options: CallOptions;
}

export type SendOptions = Pick<CallOptions, 'trace' | 'deferAcknowledgement'>;

/** Callbacks for each step of a call, awaited before the next step. A rejection stops the call. */
export interface CallTrace {
  /**
   * Id of the ledger entry that an earlier process, now ended, made for the same call. The call continues from it, unless it was
   * never sent.
   */
  readonly entry?: string | undefined;
  /** The call has a ledger entry: it is paid or starts a job. */
  recorded(entry: string): Promise<void>;
  /** A call without a ledger entry is about to be sent, and must not be sent twice. */
  beforeAttempt(): Promise<void>;
  /** The platform refused the request without performing it. */
  onNotAccepted(): Promise<void>;
}
