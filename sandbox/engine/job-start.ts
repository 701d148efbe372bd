import type { Id } from './kind.ts';

/** The name of a plan, `family.plan`, whose jobs store input of type `S` (JSON) at their start. */
export interface PlanWithInput<S extends object> {
  readonly name: string;
  /** For types only. */
  readonly input?: S | undefined;
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
