import { StateClosed, StateUnavailable } from '../state/sql/state-unavailable.ts';
import { isVisibilityError, VisibilityError } from './errors.ts';

/** Runs `work`, and rejects with `unreachable` in place of `StateUnavailable`. */
export async function orUnreachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StateUnavailable)) throw error;
    const isClosed = error instanceof StateClosed;
    throw new VisibilityError('unreachable', error.message, {
      next: isClosed
        ? 'Open another connection.'
        : 'Ask the operator to look at the state store (visibility-mcp doctor).',
    });
  }
}

/** The error of a call whose client could not be opened: nothing was sent. */
export function toOpeningError(error: unknown): VisibilityError {
  if (isVisibilityError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new VisibilityError('unreachable', reason, { outcome: 'not_sent', next: 'Run visibility-mcp doctor.' });
}

/** The asynchronous functions of a part of the store, which reject with `unreachable` in place of `StateUnavailable`. */
export const withStoreErrors = <T extends object>(functions: T): T =>
  Object.fromEntries(
    Object.entries(functions).map(([name, work]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      name,
      (...args: unknown[]) => orUnreachable(() => work(...args)),
    ]),
  ) as T;
