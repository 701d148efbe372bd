import { StateUnavailable } from '../../state/state-unavailable.ts';
import { Unreachable } from '../errors/unreachable.ts';

/** Maps `StateUnavailable` to a refusal: nothing was sent, or what was sent stays in doubt. */
export async function mapStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateUnavailable)
      throw new Unreachable(error.message, 'Ask the operator to look at the state store (visibility-mcp doctor).');
    throw error;
  }
}
