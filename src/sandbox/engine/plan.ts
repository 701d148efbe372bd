import type { Id, Kind, Row } from './kind.ts';
import type { World } from './world.ts';

/** A running job, as its steps see it. */
export interface Running {
  /** The platform as at the time the step was due. */
  readonly world: World;
  readonly team: number;
  readonly input: Readonly<Record<string, unknown>>;
  /** When this step was due, platform time: it may be carried out later. */
  readonly at: number;
  /** Sets the credits that the job is charged when it succeeds, where they are known only now. */
  costs(credits: number): void;
}

/** One phase of a job. */
interface Step<T extends object, I extends Id> {
  /** Platform seconds since the step before. */
  readonly after: number;
  /** Changes the row, which is saved afterwards; `failed` ends the job and refunds what is refundable. */
  run(row: Row<T, I>, job: Running): 'failed' | void;
}

/** The steps of a kind of job on the document it works on. The job ends when the document is deleted. */
export interface Plan<T extends object = object, I extends Id = number> {
  readonly of: Kind<T, I>;
  steps(row: Row<T, I>, input: Readonly<Record<string, unknown>>): readonly Step<T, I>[];
}

/** A job to start: its plan as `family.plan`, and the document it works on. */
export interface Start {
  readonly plan: string;
  readonly team: number;
  readonly subject: Id;
  /** Platform time it starts at: that of the request, or of the step that starts it. */
  readonly at: number;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Whether the arguments ask for a failure: the sandbox lets a job fail when they contain `fail`. */
export const shouldFail = (...given: readonly unknown[]): boolean =>
  given.some((one) => /fail/i.test(JSON.stringify(one ?? '')));
