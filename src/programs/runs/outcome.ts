import { findOperation } from '../../catalog/index.ts';
import type { ErrorCode } from '../../client/errors/error-codes.ts';
import { OutcomeUnknown } from '../../client/errors/outcome-unknown.ts';
import { isVisibilityError, type Outcome, VisibilityError } from '../../client/errors/visibility-error.ts';
import { isMemoryCall } from '../platform/memory-calls.ts';
import { isPlainCall } from '../platform/plain-calls.ts';

/** JSON of a call's result, as the program gets it. Bytes of a file stay outside. */
export function jsonOfValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'file' in value) {
    const { file: _, ...rest } = value;
    return JSON.stringify(rest);
  }
  return JSON.stringify(value ?? null);
}

/** JSON of an error as a program catches it. It reveals nothing about a defect. */
export function jsonOfError(error: unknown): string {
  if (!isVisibilityError(error))
    return JSON.stringify({ name: 'Error', message: 'This server failed on the call.', code: 'internal' });
  const { name, message, code, outcome, status, fields, next, retryAfter, facts } = error;
  return JSON.stringify({ name, message, code, outcome, status, fields, next, retryAfter, facts });
}

/** A call of a program that was refused, as far as its failure tells of it. */
export interface RefusedCall {
  readonly name: string;
  readonly next: string | undefined;
  /** JSON of its arguments. */
  readonly args: string;
}

/** The outcome of a call whose process ended after its request had left, before the answer was on record. */
export const senderEnded = (name: string): OutcomeUnknown =>
  new OutcomeUnknown(
    `${name} may have arrived: the process that sent it ended before the answer came.`,
    'Look whether its effect is there before repeating it.',
  );

/** The failure of an ended run. */
export interface RunFailure {
  readonly code: 'run_failed' | 'run_limit' | 'run_diverged';
  readonly message: string;
  /** What its calls did, together. */
  readonly outcome?: Outcome | undefined;
  /** In the program, from 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** What stands on that line. */
  readonly source?: string | undefined;
  /** The call that was refused, and what it was given, as JSON. */
  readonly call?: string | undefined;
  readonly sent?: string | undefined;
  /** The code of the refusal that the program did not catch, or that ended it. */
  readonly cause?: string | undefined;
  readonly next?: string | undefined;
}

/** A refusal that concerns a run as a whole. */
export const runRefusal = (code: ErrorCode, message: string, next?: string): VisibilityError =>
  new VisibilityError(code, message, { outcome: 'not_sent', next });

/**
 * What one call did: `not_sent` if it sent nothing, `rejected` if it changed nothing, `unknown` if it may have changed something.
 *
 * @param errorJson the error that it ended in
 */
export function outcomeOfCall(name: string, errorJson?: string): Outcome {
  if (!reachesPlatform(name)) return 'not_sent';
  const { outcome } = JSON.parse(errorJson ?? '{}') as { readonly outcome?: Outcome };
  if (outcome === 'not_sent') return outcome;
  return isRead(name) ? 'rejected' : (outcome ?? 'unknown');
}

/** Whether a call of a program cannot change anything. */
const isRead = (name: string): boolean =>
  changesNothing.has(name) || isPlainCall(name) || findOperation(name)?.effect === 'read';

/** Calls of a program that are no operations, and only read. */
const changesNothing: ReadonlySet<string> = new Set([
  'sleep',
  'estimate',
  'save',
  'jobs.list',
  'jobs.wait',
  'state.get',
]);

const reachesPlatform = (name: string): boolean => name !== 'sleep' && !isMemoryCall(name) && !isPlainCall(name);

const severity: Readonly<Record<Outcome, number>> = { not_sent: 0, rejected: 1, unknown: 2 };

/** The outcome of two calls together. */
export const worseOutcome = (one: Outcome, other: Outcome): Outcome => (severity[other] > severity[one] ? other : one);
