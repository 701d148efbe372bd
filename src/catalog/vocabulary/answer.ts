import * as z from 'zod';
import type { Shape } from './basics.ts';

/** The platform's answers. Object shapes are loose: new fields pass. */
export type Answer<S extends Shape = Shape, C extends string = string> =
  /** A flat object. */
  | Flat<S>
  /** `{data: {…}}`. */
  | One<S>
  /** `{data: […], meta}`; with `perPage`, paged. */
  | List<S>
  /** A bare array. */
  | Rows<S>
  | Csv<C>
  | Ndjson<S>
  | { readonly kind: 'binary'; readonly mime: string }
  | { readonly kind: 'nothing' };

export interface Flat<S extends Shape = Shape> {
  readonly kind: 'flat';
  readonly shape: S;
  /** Set if the contract does not show this answer: an empty body or a list is accepted, too. */
  readonly assumed?: true | undefined;
  /** The field for an answer that may be plain text: the contract shows the content, but not whether it is in JSON. */
  readonly textField?: string | undefined;
  /** The contract shows the fields, but not whether they are in `data`. */
  readonly anyWrapper?: true | undefined;
}
export interface One<S extends Shape = Shape> {
  readonly kind: 'one';
  readonly shape: S;
}
export interface List<S extends Shape = Shape> {
  readonly kind: 'list';
  readonly shape: S;
  readonly perPage?: number | undefined;
  readonly maxPerPage?: number | undefined;
  /** As for a flat answer: the contract does not show it. */
  readonly assumed?: true | undefined;
}
/** A paged list. */
export type Paged<S extends Shape = Shape> = List<S> & { readonly perPage: number };
export interface Rows<S extends Shape = Shape> {
  readonly kind: 'rows';
  readonly shape: S;
}
export interface Csv<C extends string = string> {
  readonly kind: 'csv';
  readonly columns: readonly C[];
  /** Set if the contract does not show them. */
  readonly assumed?: true | undefined;
}
export interface Ndjson<S extends Shape = Shape> {
  readonly kind: 'ndjson';
  readonly shape: S;
}

export const flat = <S extends Shape>(shape: S): Flat<S> => ({ kind: 'flat', shape });

/** An object whose fields the contract shows without saying whether they are in `data`. */
export const inAnyWrapper = <S extends Shape>(shape: S): Flat<S> => ({ ...flat(shape), anyWrapper: true });

type Maybe<S extends Shape> = { readonly [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> };

/** Fields of an answer that the contract does not show: any may be missing or null. */
export const maybe = <S extends Shape>(shape: S): Maybe<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, type]) => {
      const field = type.nullable().optional();
      unshown.add(field);
      return [name, field];
    }),
  ) as Maybe<S>;

const unshown = new WeakSet<z.core.$ZodType>();

/** Whether the type belongs to a field that the contract does not show. */
export const isUnshown = (type: z.core.$ZodType): boolean => unshown.has(type);

/** An answer that the contract does not show. */
export const assumed = <S extends Shape>(shape: S): Flat<Maybe<S>> => ({
  kind: 'flat',
  shape: maybe(shape),
  assumed: true,
});

/** A list that the contract does not show. */
export const assumedList = <S extends Shape>(shape: S): List<Maybe<S>> => ({
  kind: 'list',
  shape: maybe(shape),
  assumed: true,
});

/** An object that may come as plain text: an answer that is not JSON becomes the field `textField`. */
export const written = <S extends Shape>(textField: keyof S & string, shape: S): Flat<Maybe<S>> => ({
  ...assumed(shape),
  textField,
});

/** The answer to a removal, if the contract shows none. */
export const deletionAnswer = assumed({ deleted: z.boolean() });

export const one = <S extends Shape>(shape: S): One<S> => ({ kind: 'one', shape });
export const list = <S extends Shape>(shape: S): List<S> => ({ kind: 'list', shape });
/** A paged list; it gives the operation its `page` and `per_page` arguments. */
export const paged = <S extends Shape>(shape: S, perPage = 25, maxPerPage?: number): Paged<S> => ({
  kind: 'list',
  shape,
  perPage,
  maxPerPage,
});
export const rows = <S extends Shape>(shape: S): Rows<S> => ({ kind: 'rows', shape });
export const csv = <const C extends string>(...columns: C[]): Csv<C> => ({ kind: 'csv', columns });
/** A table whose columns the contract does not show. */
export const assumedCsv = <const C extends string>(...columns: C[]): Csv<C> => ({ ...csv(...columns), assumed: true });
export const ndjson = <S extends Shape>(shape: S): Ndjson<S> => ({ kind: 'ndjson', shape });
export const binary = (mime: string): { readonly kind: 'binary'; readonly mime: string } => ({ kind: 'binary', mime });
export const nothing: { readonly kind: 'nothing' } = { kind: 'nothing' };
