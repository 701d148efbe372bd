/** All codes of errors that this program raises itself. docs/tools.md explains each. */
export const errorCodes = [
  'invalid_arguments',
  'unknown_operation',
  'wrong_effect',
  'budget_exceeded',
  'budget_in_flight',
  'confirmation_required',
  'insufficient_credits',
  'rate_limited',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'outcome_unknown',
  'unreachable',
  'unreadable',
  'job_failed',
  'unknown_job',
  'internal',
  'cancelled',
  'interrupted',
  'question_closed',
  'still_counts',
  'platform_error',
  'refused',
  'not_permitted',
  'run_failed',
  'run_limit',
  'run_diverged',
  'unknown_run',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

declare const fromPlatform: unique symbol;

/** An error code of the platform. It has a prefix if it is spelled like an `ErrorCode` with another meaning. */
export type PlatformCode = string & { readonly [fromPlatform]: true };

const codes: ReadonlySet<string> = new Set(errorCodes);

/** Marks a text as a code of the platform; `isErrorCode` must be false for it. */
export const platformCode = (code: string): PlatformCode => code as PlatformCode;

export const isErrorCode = (code: string): code is ErrorCode => codes.has(code);
