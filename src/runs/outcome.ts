import { findOperation } from '../catalog/index.ts';
import type { ErrorCode } from '../client/errors/error-codes.ts';
import { OutcomeUnknown } from '../client/errors/outcome-unknown.ts';
import { isVisibilityError, type Outcome, VisibilityError } from '../client/errors/visibility-error.ts';
import { isMemoryCall } from '../platform/memory-calls.ts';
import { isPlainCall } from '../platform/plain-calls.ts';
import type { RunCall } from '../client/runs/run-records.ts';

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
  /** JSON of its arguments; undefined where an earlier process sent it. */
  readonly args: string | undefined;
}

/** A refused call by its message. Undefined where it was not refused. */
export function refusedCallOf(
  name: string,
  { ok, json }: { readonly ok: boolean; readonly json: string },
  args?: string,
): readonly [message: string, call: RefusedCall] | undefined {
  if (ok) return undefined;
  const { message, next } = JSON.parse(json) as { message?: unknown; next?: unknown };
  if (typeof message !== 'string') return undefined;
  return [message, { name, args, next: typeof next === 'string' ? next : undefined }];
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
 * `ended` is absent while it has no outcome.
 */
export function outcomeOfCall(name: string, ended?: { readonly ok: boolean; readonly json: string }): Outcome {
  if (!reachesPlatform(name)) return 'not_sent';
  const outcome =
    ended && !ended.ok ? (JSON.parse(ended.json) as { outcome?: Outcome | undefined }).outcome : undefined;
  if (outcome === 'not_sent') return outcome;
  return isRead(name) ? 'rejected' : (outcome ?? 'unknown');
}

/** What calls on record did, together. */
export const outcomeOfCalls = (calls: readonly RunCall[]): Outcome =>
  calls
    .map(({ name, outcome, mayHaveLeft, entry }) =>
      outcome || mayHaveLeft || entry !== null ? outcomeOfCall(name, outcome ?? undefined) : 'not_sent',
    )
    .reduce(worseOutcome, 'not_sent');

/** Whether a call of a program cannot change anything. */
export const isRead = (name: string): boolean =>
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

/** Claims of `once` that a run has on record, and no end of them. */
export function openClaims(calls: readonly RunCall[]): string[] {
  const answers = calls
    .filter(({ name, outcome }) => name.startsWith('once.') && outcome?.ok)
    .map(({ outcome }) => JSON.parse(outcome?.json ?? '{}') as { claimed?: string; over?: string });
  const over = new Set(answers.map((answer) => answer.over));
  return answers.flatMap(({ claimed }) => (claimed === undefined || over.has(claimed) ? [] : [claimed]));
}

const severity: Readonly<Record<Outcome, number>> = { not_sent: 0, rejected: 1, unknown: 2 };

/** The outcome of two calls together. */
export const worseOutcome = (one: Outcome, other: Outcome): Outcome => (severity[other] > severity[one] ? other : one);
