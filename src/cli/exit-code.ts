import type { ErrorCode } from '../client/errors/error-codes.ts';

/**
 * What a shell learns from a command. 0: done. 1: the program or the platform failed. 2: wrong use or settings; the same command
 * fails again. 3: refused by a limit. 4: unreachable or rate limited; try later. 5: interrupted, and can be resumed.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** The error of a result or of the client. */
export interface Failure {
  readonly code: string;
  /** HTTP status, where the platform answered. */
  readonly status?: number | undefined;
  /** Of a program: the code of the refusal that it did not catch. */
  readonly cause?: unknown;
}

/** The only place where an error becomes an exit code. */
export function exitCodeOf({ code, status, cause }: Failure): ExitCode {
  // What a program does wrong is its own failure; what stops it from outside is not.
  if (code === 'run_failed') return typeof cause === 'string' ? fromOutside(exitCodeOf({ code: cause })) : 1;
  const exitCode = byCode[code as ErrorCode];
  if (exitCode !== undefined) return exitCode;
  return status !== undefined && passing.has(status) ? 4 : 1;
}

const fromOutside = (code: ExitCode): ExitCode => (code === 3 || code === 4 ? code : 1);

/** Codes that are not listed are failures: 1. */
const byCode: Readonly<Partial<Record<ErrorCode, ExitCode>>> = {
  invalid_arguments: 2,
  unknown_operation: 2,
  wrong_effect: 2,
  unauthorized: 2,
  unknown_job: 2,
  unknown_run: 2,
  run_diverged: 2,
  budget_exceeded: 3,
  budget_in_flight: 3,
  insufficient_credits: 3,
  confirmation_required: 3,
  not_permitted: 3,
  run_limit: 3,
  rate_limited: 4,
  unreachable: 4,
  interrupted: 5,
};

/** Statuses that a later attempt may not meet (RFC 9110, 15.5.20 and 15.6): too many requests, and a server that cannot answer now. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
