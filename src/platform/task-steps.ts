import type { CallTrace } from '../client/call/reply.ts';

/** One call that a task makes on its way. */
export interface TaskStep {
  /** Its name in errors. */
  readonly name: string;
  /** JSON of the call with its arguments: equal for equal calls. */
  readonly request: string;
  /** Whether the call changes nothing. */
  readonly isRead: boolean;
  /** @param trace notes what happens to its request */
  readonly make: (trace: CallTrace) => Promise<unknown>;
  /** Acknowledges the delivery of its result, which an earlier process took. `entry`: its record in the ledger, if it has one. */
  readonly acknowledge?: ((entry: string | null) => Promise<void>) | undefined;
}

/**
 * The record of the calls that a task makes. A task that is repeated because its process died gets the recorded answers, so that it goes
 * the same way and pays for nothing twice.
 */
export interface TaskSteps {
  /** Makes a step, or returns its recorded outcome, which is JSON. Rejects with a `VisibilityError`. */
  outcomeOf(step: TaskStep): Promise<unknown>;
}
