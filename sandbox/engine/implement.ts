import type {
  ArgumentsOf,
  DraftOf,
  DraftOfAction,
  FamilyName,
  OperationName,
  OwnActionOf,
} from '../../src/catalog/operation-types.ts';
import type { Call } from './handler-call.ts';
import type { DeclaredAnswer } from './declared-answer.ts';
import type { DeferredResponse, RawResponse } from './http/reply.ts';
import type { Implementation, Prepared } from './implementation.ts';

/** A request for that operation, with its validated arguments as `input`. */
export type CallOf<N extends OperationName> = Call<ArgumentsOf<DraftOf<N>>>;

/** The data of that operation's answer. */
export type AnswerOf<N extends OperationName> = DeclaredAnswer<DraftOf<N>>;

/** An element of the list in that operation's answer. */
export type ItemOf<N extends OperationName> = Extract<AnswerOf<N>, readonly unknown[]>[number];

/** The stored fields of a document: those that the operation shows, except those that its row already has. */
export type Stored<N extends OperationName, Omitted extends string = never> = Mutable<
  Omit<AnswerRecord<N>, 'id' | 'created_at' | 'team_id' | 'project_id' | 'tracking_project_id' | Omitted>
>;

/** Like `Stored`, for documents in which the platform fills every field that the contract does not show. */
export type Filled<N extends OperationName, Omitted extends string = never> = {
  [K in keyof Stored<N, Omitted>]: K extends OptionalKey<AnswerRecord<N>>
    ? NonNullable<Stored<N, Omitted>[K]>
    : Stored<N, Omitted>[K];
};

type OptionalKey<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

type AnswerRecord<N extends OperationName> = [ItemOf<N>] extends [never] ? AnswerOf<N> : ItemOf<N>;

type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]-?: Mutable<Exclude<T[K], undefined>> }
    : T;

type Handler<C, A> = ((call: C) => A) | Prepared<C, A>;

type HandlerOf<D> = Handler<
  Call<ArgumentsOf<D>>,
  DeclaredAnswer<D> | RawResponse | DeferredResponse<DeclaredAnswer<D> | RawResponse>
>;

type OperationsOf<F extends FamilyName> = {
  readonly [A in OwnActionOf<F>]: HandlerOf<DraftOfAction<F, A>>;
};

interface ImplementationOf<F extends FamilyName> extends Omit<Implementation, 'family' | 'operations'> {
  readonly operations: OperationsOf<F>;
}

/** By family, so that the compiler looks up one family instead of computing the declarations of an unknown one. */
type Implementations = { readonly [F in FamilyName]: ImplementationOf<F> };

/**
 * Implements a family of the catalog. There is a handler for each declared operation and no other; the types of its input and
 * result are checked against the declaration.
 */
export const implement = <F extends FamilyName>(family: F, parts: Implementations[F]): Implementation => ({
  ...parts,
  family,
  // The engine validates arguments against the same declaration before it calls a handler.
  operations: parts.operations as unknown as Implementation['operations'],
});
