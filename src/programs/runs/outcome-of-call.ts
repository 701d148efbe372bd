import { findOperation } from '../../catalog/index.ts';
import { isMemoryCall } from '../platform/memory-calls.ts';
import { isPlainCall } from '../platform/plain-calls.ts';
import type { Outcome } from '../../client/index.ts';

/**
 * The outcome of one call: `not_sent` if it sent nothing, `rejected` if it changed nothing, `unknown` if it may have changed
 * something.
 * @param errorJson the error of the call
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

/** Calls of a program that are not operations, and only read. */
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

/** The combined outcome of two calls. */
export const worseOutcome = (one: Outcome, other: Outcome): Outcome => (severity[other] > severity[one] ? other : one);
