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
  /** Says what the job draws when it succeeds, where that is known only now. */
  costs(credits: number): void;
}

/** One phase of a job. */
interface Step<T extends object, I extends Id> {
  /** Platform seconds since the step before. */
  readonly after: number;
  /** What changes then. The row is saved afterwards; `failed` ends the job, and gives back what is refundable. */
  run(row: Row<T, I>, job: Running): 'failed' | void;
}

/** How a job of one sort goes: phases of the document it works on. It ends when the document is gone. */
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

/** Whether what a caller gave asks for a failure: the sandbox lets a job fail when it contains `fail`. */
export const mustFail = (...given: readonly unknown[]): boolean =>
  given.some((one) => /fail/i.test(JSON.stringify(one ?? '')));
