import type * as z from 'zod';
import type { Csv, Draft, List, Ndjson, One, Rows, Shape } from '../../src/catalog/vocabulary/index.ts';
import type { Binary, Lines, Slices } from './http/reply.ts';

/**
 * What a handler may return for a declaration: the data of its answer, without the wrapper, which the engine adds. Every
 * required field must be present with its type; further fields are allowed.
 */
export type DeclaredAnswer<D> = D extends Draft<string, infer R> ? AnswerTo<R['output']> : never;

type AnswerTo<A> =
  A extends One<infer S>
    ? Fields<S>
    : A extends List<infer S>
      ? readonly Fields<S>[] | Slices<Fields<S>>
      : A extends Rows<infer S>
        ? readonly Fields<S>[]
        : A extends Ndjson<infer S>
          ? readonly Fields<S>[] | Lines<Fields<S>>
          : A extends Csv<infer C>
            ? readonly { readonly [K in C]: unknown }[]
            : A extends { readonly kind: 'nothing' }
              ? void
              : A extends { readonly kind: 'binary' }
                ? Binary
                : A extends { readonly kind: 'flat'; readonly shape: infer S }
                  ? Fields<S>
                  : A extends Shape
                    ? Fields<A>
                    : object | void;

/** The engine adds the addresses at which a job is watched. */
type AddedByEngine = 'poll_url' | 'status_url';

type OptionalKey<S> = {
  [K in keyof S]: K extends AddedByEngine
    ? K
    : S[K] extends z.ZodType
      ? undefined extends z.output<S[K]>
        ? K
        : never
      : never;
}[keyof S];

type Fields<S> = {
  readonly [K in Exclude<keyof S, OptionalKey<S>>]: Value<S[K]>;
} & {
  readonly [K in OptionalKey<S>]?: Value<S[K]> | undefined;
};

type Value<Z> = Z extends z.ZodType ? Closed<z.output<Z>> : never;

/** The type without its index signatures: an object may always have further fields. Lists may be read-only. */
type Closed<T> = T extends readonly (infer E)[]
  ? readonly Closed<E>[]
  : T extends object
    ? string extends keyof T
      ? unknown extends T[keyof T]
        ? DeclaredFields<T>
        : Readonly<Record<string, Closed<T[keyof T]>>>
      : DeclaredFields<T>
    : T;

type DeclaredFields<T> = {
  readonly [K in keyof T as string extends K ? never : K]: Closed<T[K]>;
};
