import { ReadableError } from '../base/readable-error.ts';

/** `rejected`: the platform refused the call and did nothing. `unknown`: it may have been performed. */
export type Outcome = 'not_sent' | 'rejected' | 'unknown';

/** What an error code says of its request, and what to do next, where the error itself does not say it. */
interface Meaning {
  readonly outcome: Outcome;
  readonly next?: string;
}

const notSent: Meaning = { outcome: 'not_sent' };
const rejected: Meaning = { outcome: 'rejected' };

/** All codes of errors that this program raises itself. docs/tools.md explains each. */
const meanings = {
  invalid_arguments: notSent,
  unknown_operation: notSent,
  wrong_effect: notSent,
  budget_exceeded: notSent,
  budget_in_flight: notSent,
  confirmation_required: notSent,
  insufficient_credits: {
    outcome: 'not_sent',
    next: 'Ask the operator to top up the balance, or choose something cheaper.',
  },
  rate_limited: notSent,
  unauthorized: rejected,
  forbidden: rejected,
  not_found: notSent,
  conflict: rejected,
  gone: rejected,
  outcome_unknown: { outcome: 'unknown' },
  unreachable: { outcome: 'not_sent', next: 'Repeat the call later; nothing was carried out.' },
  unreadable: {
    outcome: 'rejected',
    next: 'Nothing was changed. Repeat the call later; this does not mean that there is nothing.',
  },
  job_failed: {
    outcome: 'rejected',
    next: 'Look at the arguments before starting it again: another start is charged again.',
  },
  unknown_job: { outcome: 'not_sent', next: 'job_list {} shows the jobs on record.' },
  internal: { outcome: 'unknown' },
  cancelled: { outcome: 'unknown' },
  interrupted: { outcome: 'unknown' },
  question_closed: notSent,
  still_counts: {
    outcome: 'not_sent',
    next: 'Wait for it, or settle it by visibility-mcp credits reconcile.',
  },
  platform_error: rejected,
  refused: rejected,
  not_permitted: notSent,
  run_failed: { outcome: 'unknown' },
  run_limit: notSent,
  run_diverged: notSent,
  unknown_run: notSent,
} as const satisfies Readonly<Record<string, Meaning>>;

export type ErrorCode = keyof typeof meanings;

/**
 * Every code, for the tests that compare docs and exit codes with them.
 * @internal
 */
export const errorCodes = Object.keys(meanings) as readonly ErrorCode[];

declare const fromPlatform: unique symbol;

/** An error code of the platform. It has a prefix if it is spelled like an `ErrorCode` with another meaning. */
export type PlatformCode = string & { readonly [fromPlatform]: true };

/** Marks a text as a code of the platform; `isErrorCode` must be false for it. */
export const platformCode = (code: string): PlatformCode => code as PlatformCode;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(meanings, code);

/** Field names and what is wrong with each. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface ErrorDetails {
  /** Default: that of the code. */
  readonly outcome?: Outcome | undefined;
  /** HTTP status, if the platform answered. */
  readonly status?: number | undefined;
  readonly fields?: FieldErrors | undefined;
  /** One sentence on what to do now. Default: that of the code. */
  readonly next?: string | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number | undefined;
  /** Further facts for the caller, such as `required` and `available` credits. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
  /** Who refused: the platform, the operator, or the rules for local files. Absent: another one. */
  readonly origin?: 'platform' | 'operator' | 'file' | undefined;
}

const mark = Symbol.for('visibility-mcp.error');

/** The error that a call can end with. Its message never contains a token, a header or a stack. */
export class VisibilityError extends ReadableError {
  readonly [mark] = true;
  /** The platform's code if it sent one, otherwise one of this project (docs/tools.md). */
  readonly code: ErrorCode | PlatformCode;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly fields: FieldErrors | undefined;
  readonly next: string | undefined;
  readonly retryAfter: number | undefined;
  readonly facts: Readonly<Record<string, unknown>> | undefined;
  readonly origin: ErrorDetails['origin'];

  constructor(code: ErrorCode | PlatformCode, message: string, details: ErrorDetails = {}) {
    super(message);
    const meaning: Meaning = isErrorCode(code) ? meanings[code] : rejected;
    this.name = 'VisibilityError';
    this.code = code;
    // A call that got an answer was sent.
    const isAnswered = details.status !== undefined && meaning.outcome === 'not_sent';
    this.outcome = details.outcome ?? (isAnswered ? 'rejected' : meaning.outcome);
    this.status = details.status;
    this.fields = details.fields;
    this.next = details.next ?? meaning.next;
    this.retryAfter = details.retryAfter;
    this.facts = details.facts;
    this.origin = details.origin;
  }
}

/** A copy of the error with another message or details. They are this program's own, even if the platform refused. */
export const changedError = (
  error: VisibilityError,
  { message = error.message, ...details }: ErrorDetails & { readonly message?: string | undefined },
): VisibilityError => new VisibilityError(error.code, message, { ...error, origin: undefined, ...details });

/** Whether `error` is a `VisibilityError`, even if the class was loaded twice. */
export const isVisibilityError = (error: unknown): error is VisibilityError =>
  typeof error === 'object' && error !== null && mark in error;

/** Whether it is a `VisibilityError` with that code. */
export const hasCode = (error: unknown, code: ErrorCode): boolean => isVisibilityError(error) && error.code === code;
