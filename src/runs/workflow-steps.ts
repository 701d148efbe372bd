import { createHash } from 'node:crypto';
import type { ErrorCode } from '../client/errors/error-codes.ts';
import { type ErrorDetails, isVisibilityError, VisibilityError } from '../client/errors/visibility-error.ts';
import type { RunStep, StepNote } from '../client/runs/run-records.ts';
import type { TaskStep, TaskSteps } from '../platform/task-steps.ts';
import { jsonOfError, senderEnded } from './outcome.ts';
import type { RunJournal } from './run-journal.ts';

export interface WorkflowStepsParts {
  /** The number of the call that the workflow is. */
  readonly n: number;
  /** Its steps that an earlier process has recorded. */
  readonly recorded: readonly RunStep[];
  readonly journal: RunJournal;
  readonly signal: AbortSignal;
}

/**
 * The steps of one workflow in a run. Steps are found again by what they ask and how often it was asked before, so those that
 * run side by side may be answered in any order. A free write that had left when its process died is not sent again: it ends as
 * `outcome_unknown`.
 */
export class WorkflowSteps implements TaskSteps {
  readonly #parts: WorkflowStepsParts;
  readonly #recorded: ReadonlyMap<string, RunStep>;
  readonly #asked = new Map<string, number>();

  constructor(parts: WorkflowStepsParts) {
    this.#parts = parts;
    this.#recorded = new Map(parts.recorded.map((one) => [one.step, one]));
  }

  async outcomeOf(made: TaskStep): Promise<unknown> {
    const step = this.#nameOf(made);
    const earlier = this.#recorded.get(step);
    if (!earlier?.outcome) return this.#make(step, earlier, made);
    const { ok, json } = earlier.outcome;
    if (!ok) throw errorFrom(json);
    await made.acknowledge?.(earlier.entry);
    return JSON.parse(json);
  }

  async #make(step: string, earlier: RunStep | undefined, { name, isRead, make }: TaskStep): Promise<unknown> {
    const { n, journal, signal } = this.#parts;
    if (!isRead) await journal.flush();
    let entry = earlier?.entry;
    const record = async (ok: boolean, json: string): Promise<void> => {
      signal.throwIfAborted();
      const note: StepNote = { n, step, outcome: { ok, json }, isRead };
      await (isRead ? journal.add([note]) : journal.write([note]));
    };
    let value: unknown;
    try {
      value = await make({
        entry: entry || undefined,
        recorded: (id) => journal.write([{ n, step, entry: (entry = id) }]),
        // Until the answer replaces it, what is on record is that nobody knows.
        beforeAttempt: () => journal.write([{ n, step, outcome: { ok: false, json: jsonOfError(senderEnded(name)) } }]),
        onNotAccepted: () => journal.write([{ n, step }]),
      });
    } catch (error) {
      if (isVisibilityError(error)) await record(false, jsonOfError(error));
      throw error;
    }
    const json = JSON.stringify(value ?? null);
    await record(true, json);
    return JSON.parse(json);
  }

  #nameOf({ request }: TaskStep): string {
    const asked = this.#asked.get(request) ?? 0;
    this.#asked.set(request, asked + 1);
    return `${createHash('sha256').update(request).digest('hex').slice(0, 32)} ${asked}`;
  }
}

function errorFrom(json: string): VisibilityError {
  const { name, message, code, ...details } = JSON.parse(json) as ErrorDetails & {
    readonly name: string;
    readonly message: string;
    readonly code: ErrorCode;
  };
  return Object.assign(new VisibilityError(code, message, details), { name });
}
