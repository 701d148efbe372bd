import { change, type Changes, type Id, type Kind, type Row } from './documents.ts';
import type { Startable, World } from './world.ts';

/** A running job, for its steps. `S`: the data that it stored at its start. */
export interface Running<S extends object = object> {
  /** The platform at the time for which the step was due. */
  readonly world: World;
  readonly team: number;
  readonly input: S;
  /** Platform time for which this step was due; it may run later. */
  readonly at: number;
  /** Sets the credits that the job is charged on success, if they are known only now. */
  costs(credits: number): void;
  /** Starts a job of the same plan on the same document, at the time of this step: for work that recurs. */
  again(): void;
}

/** Changes the document; `failed` ends the job and refunds refundable credits. */
type Work<T extends object, I extends Id, S extends object> = (row: Row<T, I>, job: Running<S>) => 'failed' | void;

/** One phase of a job. */
interface Step<T extends object, I extends Id, S extends object> {
  /** Platform seconds since the step before. */
  readonly after: number;
  run(...work: Parameters<Work<T, I, S>>): ReturnType<Work<T, I, S>>;
}

/** A kind of job with its steps. */
export interface Plan<T extends object = object, I extends Id = number, S extends object = object> extends Startable<
  T,
  I,
  S
> {
  steps(row: Row<T, I>, input: S): readonly Step<T, I, S>[];
}

const plans = new Map<string, Plan<object, Id>>();

/** The plan of a stored job. */
export function planNamed(name: string): Plan<object, Id> {
  const plan = plans.get(name);
  if (!plan) throw new Error(`no plan ${name} in the sandbox`);
  return plan;
}

/** Declares jobs on documents of that kind, each with the steps that its document and its input ask for. */
export function planFor<T extends object, I extends Id, S extends object = object>(
  name: string,
  of: Kind<T, I>,
  steps: (row: Row<NoInfer<T>, NoInfer<I>>, input: S) => readonly Step<NoInfer<T>, NoInfer<I>, S>[],
): Plan<T, I, S> {
  const plan = { name, of, steps };
  plans.set(name, plan as unknown as Plan<object, Id>);
  return plan;
}

/** Declares jobs on documents of that kind that all have the same steps. */
export const plan = <T extends object, I extends Id, S extends object = object>(
  name: string,
  of: Kind<T, I>,
  ...steps: readonly Step<NoInfer<T>, NoInfer<I>, S>[]
): Plan<T, I, S> => planFor(name, of, () => steps);

type StatusOf<T> = T extends { status: infer S extends string } ? S : never;

/** A step after that many platform seconds: a function, or the new status of the document. */
export const after = <T extends object, I extends Id = number, S extends object = object>(
  seconds: number,
  work: Work<T, I, S> | StatusOf<T>,
): Step<T, I, S> => ({
  after: seconds,
  run: typeof work === 'function' ? work : ({ body }) => void Object.assign(body, { status: work }),
});

/** Ends a job in failure: `return failed(row, { status: 'failed' })`. */
export function failed<T extends object>(row: Row<T, Id>, outcome: Changes<NoInfer<T>>): 'failed' {
  change(row, outcome);
  return 'failed';
}

/** Whether the arguments ask for a failure: the sandbox lets a job fail when they contain `fail`. */
export const shouldFail = (...texts: readonly unknown[]): boolean =>
  texts.some((one) => /fail/i.test(JSON.stringify(one ?? '')));
