import { ReadableError } from '../../readable-error.ts';
import type { ErrorCode, PlatformCode } from './error-codes.ts';

/**
 * Outcome of the request: it never left (`not_sent`), the platform refused it and did nothing
 * (`rejected`), or it may have been carried out (`unknown`).
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown';

/** Field names and what is wrong with each. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface ErrorDetails {
  readonly outcome: Outcome;
  /** HTTP status, where the platform answered. */
  readonly status?: number | undefined;
  readonly fields?: FieldErrors | undefined;
  /** One sentence on what to do now. */
  readonly next?: string | undefined;
  /** Seconds after which a repetition can succeed. */
  readonly retryAfter?: number | undefined;
  /** Further facts for the caller, such as `required` and `available` credits. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
}

const mark = Symbol.for('visibility-mcp.error');

/**
 * The root of every refusal and failure a call can end in. Its text is safe to show: it never holds
 * a token, a header or a stack. It is not a defect of this program; those are plain errors.
 */
export class VisibilityError extends ReadableError {
  readonly [mark] = true;
  /** The platform's own code where it gave one, else one of this project's (docs/tools.md). */
  readonly code: ErrorCode | PlatformCode;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly fields: FieldErrors | undefined;
  readonly next: string | undefined;
  readonly retryAfter: number | undefined;
  readonly facts: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode | PlatformCode, message: string, details: ErrorDetails) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.outcome = details.outcome;
    this.status = details.status;
    this.fields = details.fields;
    this.next = details.next;
    this.retryAfter = details.retryAfter;
    this.facts = details.facts;
  }
}

/** Whether `error` is one of ours, also where the class was loaded twice. */
export const isVisibilityError = (error: unknown): error is VisibilityError =>
  typeof error === 'object' && error !== null && mark in error;
