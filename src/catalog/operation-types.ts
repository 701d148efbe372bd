import type * as z from 'zod';
import type {
  Arguments,
  Csv,
  Draft,
  id,
  integerId,
  LikelyFields,
  List,
  Ndjson,
  One,
  Operation,
  Paged,
  Row,
  Rows,
  Shape,
} from './vocabulary/index.ts';
import type * as declared from './families/index.ts';

/** Types that are derived from the declarations: what a caller may write, and what is returned. */

type DeclaredFamily = (typeof declared)[keyof typeof declared];

type Declarations = { readonly [F in DeclaredFamily as F['name']]: NonNullable<F['~drafts']> };

export type FamilyName = keyof Declarations;

/** The actions of a family, such as `create`. */
export type ActionOf<F extends FamilyName> = keyof Declarations[F] & string;

/** The actions of a family, without second addresses of other operations. */
export type OwnActionOf<F extends FamilyName> = {
  [A in ActionOf<F>]: Declarations[F][A] extends { readonly aliasOf: string } ? never : A;
}[ActionOf<F>];

/** Every operation, as `family.action`. */
export type OperationName = { [F in FamilyName]: `${F}.${ActionOf<F>}` }[FamilyName];

/** Every declaration by the name of its operation. */
type DraftsByName = {
  readonly [N in OperationName]: N extends `${infer F extends FamilyName}.${infer A}`
    ? A extends keyof Declarations[F]
      ? Declarations[F][A]
      : never
    : never;
};

/** The declaration of an operation. */
export type DraftOf<N extends OperationName> = DraftsByName[N];

/** The declaration of an action of a family. */
export type DraftOfAction<F extends FamilyName, A extends OwnActionOf<F>> = Declarations[F][A];

/** The row that declares an operation. */
export type RowOf<N extends OperationName> = DraftOf<N> extends Draft<string, infer R> ? R : never;

/** The arguments of an operation: path parameters, query and body fields in one flat object. */
export type Input<N extends OperationName> = InputOf<DraftOf<N>>;

/** The data of an operation's answer. Answers are not validated, so every field is optional. */
export type Output<N extends OperationName> = OutputOf<DraftOf<N>>;

/**
 * The data that the client resolves with. A read: its answer. A call that starts a job: the result of the job, or `null`
 * while there is none. Tables come as columns and rows, downloads as type and size.
 */
export type Data<N extends OperationName> = DataOf<DraftOf<N>>;

/** The table that CSV and NDJSON are read into. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The known facts about a downloaded file, without its bytes. */
export interface Download {
  readonly mime_type: string;
  readonly size_bytes: number;
}

/** Arguments are typed if the operation is given by name; those for an `Operation`, which a model may have chosen, are not. */
export type InputFor<O extends OperationName | Operation> = O extends OperationName ? Input<O> : Arguments;

/** The data of a reply, typed if the operation is given by name. */
export type DataFor<O extends OperationName | Operation> = O extends OperationName ? Data<O> : unknown;

type DataOf<D> =
  D extends Draft<string, infer R>
    ? R extends { readonly job: infer J }
      ? (JobData<J, D> & EndedAtOnce<R, D>) | null
      : ReadData<R['output'], D>
    : never;

/** If the result is an element of a list, it updates the answer to the start. */
type JobData<J, D> = J extends { readonly fetch: infer F extends OperationName }
  ? Data<F>
  : J extends { readonly find: unknown; readonly watch: infer W extends OperationName }
    ? OutputOf<D> & ElementOf<Output<W>>
    : J extends { readonly watch: infer W extends OperationName }
      ? Data<W>
      : unknown;

/** A call that may end at once returns the answer to its start instead, so all fields are optional. */
type EndedAtOnce<R, D> = R extends { readonly otherwiseStatus: object } ? OutputOf<D> : unknown;

type ElementOf<L> = L extends readonly (infer E)[] ? E : unknown;

type ReadData<A, D> = A extends Csv | Ndjson ? Table : OutputOf<D>;

/** The arguments that a declaration takes. */
export type InputOf<D> =
  D extends Draft<infer P, infer R> ? Simplify<FieldsOf<P, R, 'written'> & OpenBody<P, R>> : never;

/** The arguments of a declaration after validation: fields with a default are present. */
export type ArgumentsOf<D> = D extends Draft<infer P, infer R> ? Simplify<FieldsOf<P, R, 'parsed'>> : never;

/** The data of a declaration's answer. */
export type OutputOf<D> = D extends Draft<string, infer R> ? AnswerData<R['output']> : never;

type Simplify<T> = { [K in keyof T]: T[K] } & {};

type PathParameter<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

type ShapeOf<S> = S extends Shape ? S : {};

/** The type of a value as a caller writes it, or as it is after validation, with defaults. */
type Side = 'written' | 'parsed';

type ValueOf<Z, S extends Side> = Z extends z.ZodType ? (S extends 'written' ? z.input<Z> : z.output<Z>) : never;

/** Where the contract states that ids are integers. */
type IntegerIds = '/projects' | '/articles' | '/agentic/sessions';

type IdIn<P extends string, K extends string> = P extends `${IntegerIds}/{${K}}${string}`
  ? typeof integerId
  : typeof id;

/** A path parameter is an id unless its row says otherwise. */
type PathFields<P extends string, R extends Row, S extends Side> = {
  readonly [K in PathParameter<P>]: ValueOf<
    K extends keyof ShapeOf<R['input']> ? ShapeOf<R['input']>[K] : IdIn<P, K>,
    S
  >;
};

type BodyShape<P extends string, R extends Row> = Omit<ShapeOf<R['input']>, PathParameter<P>>;
type QueryShape<R extends Row> = ShapeOf<R['query']>;

type OptionalKey<T, S extends Side> = {
  [K in keyof T]: T[K] extends z.ZodType ? (undefined extends ValueOf<T[K], S> ? K : never) : never;
}[keyof T];

type Fields<T, S extends Side> = {
  readonly [K in Exclude<keyof T, OptionalKey<T, S>>]: ValueOf<T[K], S>;
} & {
  readonly [K in OptionalKey<T, S>]?: ValueOf<T[K], S> | undefined;
};

type Paging<R extends Row> = R['output'] extends Paged
  ? { readonly page?: number | undefined; readonly per_page?: number | undefined }
  : {};

/** The arguments that a row declares: path parameters, query and body in one flat object. */
type FieldsOf<P extends string, R extends Row, S extends Side> = PathFields<P, R, S> &
  Fields<BodyShape<P, R>, S> &
  Fields<QueryShape<R>, S> &
  Paging<R>;

/** Fields that the contract does not show: likely ones, and any others in `body`. */
type OpenBody<P extends string, R extends Row> = R['likely'] extends infer L extends LikelyFields
  ? {
      readonly [K in Exclude<keyof L, keyof ShapeOf<R['input']> | PathParameter<P>>]?:
        | z.input<L[K]['type']>
        | undefined;
    } & { readonly body?: Readonly<Record<string, unknown>> | undefined }
  : {};

type AnswerData<A> =
  A extends One<infer S>
    ? Loose<S>
    : A extends Paged<infer S>
      ? Loose<S>[]
      : A extends List<infer S> | Rows<infer S> | Ndjson<infer S>
        ? Loose<S>[]
        : A extends Csv<infer C>
          ? { readonly [K in C]?: string }[]
          : A extends { readonly kind: 'nothing' }
            ? null
            : A extends { readonly kind: 'binary' }
              ? Download
              : A extends { readonly kind: 'flat'; readonly shape: infer S }
                ? Loose<S>
                : A extends Shape
                  ? Loose<A>
                  : Readonly<Record<string, unknown>>;

type Loose<S> = { readonly [K in keyof S]?: S[K] extends z.ZodType ? LooseValue<z.input<S[K]>> : unknown };

type LooseValue<T> = T extends readonly (infer E)[]
  ? readonly LooseValue<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: LooseValue<T[K]> }
    : T;
