import type { ArgumentsOf, DraftOf, FamilyName, OperationName, OwnActionOf } from '../../catalog/operation-types.ts';
import type { Call } from './call.ts';
import type { DeclaredAnswer } from './declared-answer.ts';
import type { DeferredResponse, RawResponse } from './http/reply.ts';
import type { Implementation, Prepared } from './implementation.ts';

/** A request for the operation of that name, with its validated arguments as `input`. */
export type CallOf<N extends OperationName> = Call<ArgumentsOf<DraftOf<N>>>;

/** The data that the operation of that name answers with. */
export type AnswerOf<N extends OperationName> = DeclaredAnswer<DraftOf<N>>;

/** An element of the list that the operation of that name answers with. */
export type ItemOf<N extends OperationName> = Extract<AnswerOf<N>, readonly unknown[]>[number];

type Perform<N extends OperationName> = (
  call: CallOf<N>,
) => AnswerOf<N> | RawResponse | DeferredResponse<AnswerOf<N> | RawResponse>;

/** Carries out the operation of that name. */
export type HandlerOf<N extends OperationName> = Perform<N> | Prepared<CallOf<N>, ReturnType<Perform<N>>>;

type OperationsOf<F extends FamilyName> = {
  readonly [A in OwnActionOf<F>]: HandlerOf<`${F}.${A}` & OperationName>;
};

type ImplementationOf<F extends FamilyName> = Omit<Implementation, 'family' | 'operations'> & {
  readonly operations: OperationsOf<F>;
};

/**
 * Implements a family of the catalog. A handler for each declared operation, and for nothing else; what it reads and
 * returns is checked against the declaration.
 */
export const implement = <F extends FamilyName>(family: F, parts: ImplementationOf<F>): Implementation => ({
  ...parts,
  family,
  // The engine validates arguments against the same declaration before it calls a handler.
  operations: parts.operations as unknown as Implementation['operations'],
});
