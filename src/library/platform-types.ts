import type { ActionOf, Draft, DraftOf, FamilyName, Input, OperationName, Output, RowOf } from '../catalog/index.ts';
import type { Credits, JobView } from '../client/index.ts';
import type { Page } from '../client/answers/index.ts';

/** Result of an operation. */
export interface Result<T> {
  readonly data: T;
  readonly page?: Page | undefined;
  /** Fields next to the rows of a list that has no page figures, such as `{total, limit, offset}`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly job?: JobView | undefined;
  readonly started?: Readonly<Record<string, unknown>> | undefined;
  readonly credits: Credits;
  /** The bytes, if the answer is a file. */
  readonly file?: { readonly mime: string; readonly body: Uint8Array } | undefined;
}

/** Options of a call in addition to its arguments. */
export interface OperationOptions {
  /** Seconds to wait for the job. Default: until it ends. */
  readonly wait_s?: number | undefined;
  /** Starts and pays for another job although an identical one is running. */
  readonly again?: boolean | undefined;
  /** The account for the call, if there are several. Default: that of `connect`, otherwise the default of the file. */
  readonly account?: string | undefined;
}

/** Options of a call that does not wait for the end of its job. */
export interface WaitOptions extends OperationOptions {
  readonly wait_s: number;
}

type Needed<I> = {} extends I ? [input?: I, options?: OperationOptions] : [input: I, options?: OperationOptions];

/** Return type of a method: for an operation that starts a job, the job's result. Tables come as records. */
export type DataOf<N extends OperationName> = EndOf<N> &
  (RowOf<N> extends { readonly job: object; readonly otherwiseStatus: object } ? Output<N> : unknown);

type EndOf<N extends OperationName> =
  RowOf<N> extends { readonly job: { readonly fetch: infer F extends OperationName } }
    ? Output<F>
    : RowOf<N> extends { readonly job: { readonly find: unknown; readonly watch: infer W extends OperationName } }
      ? Output<N> & ElementOf<Output<W>>
      : RowOf<N> extends { readonly job: { readonly watch: infer W extends OperationName } }
        ? Output<W>
        : Output<N>;

type ElementOf<L> = L extends readonly (infer E)[] ? E : unknown;

/** The arguments of a method: the name or domain of a project is accepted in place of its id. */
type MethodInput<N extends OperationName> = {
  [K in keyof Input<N>]: K extends ProjectArgument<PathOf<N>> ? Input<N>[K] | string : Input<N>[K];
};

type PathOf<N extends OperationName> = DraftOf<N> extends Draft<infer P, infer _> ? P : never;

/** Corresponds to `projectArguments` of the catalog, which finds them by address and name. */
type ProjectArgument<P extends string> =
  | 'project'
  | 'projectId'
  | 'project_id'
  | 'seo_project_id'
  | 'tracking_project_id'
  | (P extends `${string}/tracking-projects/{${infer K}}${string}` ? K : never)
  | (P extends `/projects/{${infer K}}${string}` ? K : never);

/** A method for an operation. It has `all` if it returns a list, in pages or whole. */
export type PlatformMethod<N extends OperationName> = ((
  ...given: Needed<MethodInput<N>>
) => Promise<Result<DataOf<N>>>) &
  (Output<N> extends readonly (infer E)[] ? { all(...given: Needed<MethodInput<N>>): AsyncIterable<E> } : unknown);

/** Every operation as a method, by family and action. */
export type Operations = {
  readonly [F in FamilyName]: {
    readonly [A in ActionOf<F>]: `${F}.${A}` extends infer N extends OperationName ? PlatformMethod<N> : never;
  };
};
