import type { Id, Kind, Row } from './kind.ts';
import type { World } from './world.ts';

/** A running job, as its steps see it. `S`: what it stored at its start. */
export interface Running<S extends object = object> {
  /** The platform as at the time the step was due. */
  readonly world: World;
  readonly team: number;
  readonly input: S;
  /** When this step was due, platform time: it may be carried out later. */
  readonly at: number;
  /** Sets the credits that the job is charged when it succeeds, where they are known only now. */
  costs(credits: number): void;
}

/** One phase of a job. */
interface Step<T extends object, I extends Id, S extends object> {
  /** Platform seconds since the step before. */
  readonly after: number;
  /** Changes the row, which is saved afterwards; `failed` ends the job and refunds what is refundable. */
  run(row: Row<T, I>, job: Running<S>): 'failed' | void;
}

/** The steps of a kind of job on the document it works on. The job ends when the document is deleted. */
export interface Plan<T extends object = object, I extends Id = number, S extends object = object> {
  readonly of: Kind<T, I>;
  steps(row: Row<T, I>, input: S): readonly Step<T, I, S>[];
}

/** The name of a plan, `family.plan`, whose jobs store input of type `S` (JSON) at their start. */
export interface PlanWithInput<S extends object> {
  readonly name: string;
  /** For types only. */
  readonly input?: S;
}

export const planWithInput = <S extends object>(name: string): PlanWithInput<S> => ({ name });

/** The input that jobs of a plan store. */
export type InputOf<P> = P extends PlanWithInput<infer S> ? S : never;

/** A job to start: its plan as `family.plan`, the document it works on, and the input that its plan takes. */
export type Start<S extends object = object> = Beginning &
  ({ readonly plan: string; readonly input?: never } | { readonly plan: PlanWithInput<S>; readonly input: S });

interface Beginning {
  readonly team: number;
  readonly subject: Id;
  /** Platform time it starts at: that of the request, or of the step that starts it. */
  readonly at: number;
}

/** Whether the arguments ask for a failure: the sandbox lets a job fail when they contain `fail`. */
export const shouldFail = (...given: readonly unknown[]): boolean =>
  given.some((one) => /fail/i.test(JSON.stringify(one ?? '')));
