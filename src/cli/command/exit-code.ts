import { type ErrorCode, isErrorCode } from '../../client/errors.ts';

/** Texts of the exit codes, for help and docs/command-line.md. */
export const exitCodes = {
  0: 'done',
  1: 'the program or the platform failed, or `verify` found a difference',
  2: 'wrong use or settings: the same command fails again',
  3: 'refused by a limit: budget, balance, consent, `--may`, `--max-credits`, the limits of programs',
  4: 'the platform or the store cannot be reached, or the request rate is used up: try later',
  5: 'interrupted; the command that continues is printed',
  '64 + n': 'of `run`: the program ended itself with `exit(n)`, n from 1 to 63; `exit(0)` is 0',
} as const;

declare const ofProgram: unique symbol;

/** An exit code as written in the table. */
export type ExitCodeLine = keyof typeof exitCodes;

export type ExitCode = Exclude<ExitCodeLine, string> | (number & { readonly [ofProgram]: true });

/** The exit code of a program that ended itself with `code`. */
export const exitCodeOfProgram = (code: number): ExitCode => (code === 0 ? 0 : ((64 + code) as ExitCode));

/** The error of a result or of the client. */
export interface Failure {
  readonly code: string;
  /** HTTP status, if the platform answered. */
  readonly status?: number | undefined;
  /** For a program: the code of the refusal that it did not catch. */
  readonly cause?: unknown;
}

/** The exit code of an error. No other code decides it. */
export function exitCodeOf({ code, status, cause }: Failure): ExitCode {
  // If a refusal ended the program, the exit code of the refusal says more than that of a failure.
  if (code === 'run_failed') return typeof cause === 'string' ? fromOutside(exitCodeOf({ code: cause })) : 1;
  if (isErrorCode(code) && code !== 'platform_error') return byCode[code];
  return status !== undefined && retryableStatuses.has(status) ? 4 : 1;
}

/** Refusals keep their exit codes; any other error of a program is a failure of the program. */
const fromOutside = (code: ExitCode): ExitCode => (code === 3 || code === 4 ? code : 1);

/** Exit codes by error code. A new error code without one does not compile. */
const byCode: Readonly<Record<Exclude<ErrorCode, 'platform_error'>, ExitCode>> = {
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
  cancelled: 1,
  conflict: 1,
  forbidden: 1,
  gone: 1,
  internal: 1,
  job_failed: 1,
  not_found: 1,
  outcome_unknown: 1,
  question_closed: 1,
  refused: 1,
  run_failed: 1,
  still_counts: 1,
  unreadable: 1,
};

/** Statuses that may not recur at a later attempt (RFC 6585, RFC 9110, 15.6). */
const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
