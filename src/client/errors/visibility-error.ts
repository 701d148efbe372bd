import { ReadableError } from '../../base/readable-error.ts';
import type { ErrorCode, PlatformCode } from './error-codes.ts';

/**
 * Outcome of the request: it was not sent (`not_sent`), the platform refused it and did nothing (`rejected`), or it may have been
 * performed (`unknown`).
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown';

/** Field names and what is wrong with each. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface ErrorDetails {
  readonly outcome: Outcome;
  /** HTTP status, if the platform answered. */
  readonly status?: number | undefined;
  readonly fields?: FieldErrors | undefined;
  /** One sentence on what to do now. */
  readonly next?: string | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number | undefined;
  /** Further facts for the caller, such as `required` and `available` credits. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
}

const mark = Symbol.for('visibility-mcp.error');

/**
 * Base class of all errors that a call can end with. Its message is safe to show: it never contains a token, a header or a stack.
 * Defects of this program are plain errors instead.
 */
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

/** Whether `error` is a `VisibilityError`, even if the class was loaded twice. */
export const isVisibilityError = (error: unknown): error is VisibilityError =>
  typeof error === 'object' && error !== null && mark in error;
