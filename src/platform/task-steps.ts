import type { CallTrace } from '../client/call/reply.ts';

/** One call that a task makes on its way. */
export interface TaskStep {
  /** What it is called, in errors. */
  readonly name: string;
  /** What it does and with which arguments: equal for equal calls. JSON. */
  readonly request: string;
  /** Whether it can change nothing. */
  readonly isRead: boolean;
  /** @param trace notes what happens to its request */
  readonly make: (trace: CallTrace) => Promise<unknown>;
  /** Acknowledges the delivery of its result, which an earlier process took. `entry`: its record in the ledger, if it has one. */
  readonly acknowledge?: ((entry: string | null) => Promise<void>) | undefined;
}

/**
 * The record of a task's own calls. A task that is repeated because its process died gets the same answers again, and so takes
 * the same way; what it has paid for is not paid for again.
 */
export interface TaskSteps {
  /** Makes a step, or gives its outcome on record: JSON. Rejects with a `VisibilityError`. */
  outcomeOf(step: TaskStep): Promise<unknown>;
}
