import { StateClosed, StateUnavailable } from '../../state/sql/state-unavailable.ts';
import { VisibilityError } from '../errors.ts';

/** Wraps an object with asynchronous methods, so that they reject with `unreachable` in place of `StateUnavailable`. */
export const mapStoreErrors = <T extends object>(parts: T): T =>
  new Proxy(parts, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      return typeof part === 'function' ? (...args: unknown[]) => refused(async () => part.apply(target, args)) : part;
    },
  });

async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateUnavailable) {
      const isClosed = error instanceof StateClosed;
      throw new VisibilityError('unreachable', error.message, {
        next: isClosed
          ? 'Open another connection.'
          : 'Ask the operator to look at the state store (visibility-mcp doctor).',
      });
    }
    throw error;
  }
}
