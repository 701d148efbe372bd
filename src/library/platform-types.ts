import type { ActionOf, FamilyName, Input, OperationName, Output, RowOf } from '../catalog/operation-types.ts';
import type { Credits, JobView, Page } from '../client/call/reply.ts';

/** Result of an operation. */
export interface Result<T> {
  readonly data: T;
  readonly page?: Page;
  readonly job?: JobView;
  readonly started?: Readonly<Record<string, unknown>>;
  readonly credits: Credits;
  /** The bytes, where the answer is a file. */
  readonly file?: { readonly mime: string; readonly body: Uint8Array };
}

/** Options of a call beside its arguments. */
export interface OperationOptions {
  /** Seconds to wait for the job. Default: until it ends. */
  readonly wait_s?: number;
  /** Starts and pays another job although an identical one runs. */
  readonly again?: boolean;
}

type Needed<I> = {} extends I ? [input?: I, options?: OperationOptions] : [input: I, options?: OperationOptions];

/** Return type of a method: for an operation that starts a job, the job's result. */
export type DataOf<N extends OperationName> =
  RowOf<N> extends { readonly job: { readonly fetch: infer F extends OperationName } }
    ? Output<F>
    : RowOf<N> extends { readonly job: { readonly watch: infer W extends OperationName } }
      ? Output<W>
      : RowOf<N> extends { readonly job: object }
        ? Readonly<Record<string, unknown>>
        : Output<N>;

/** A method for an operation. It has `all` where its list is paged. */
export type Method<N extends OperationName> = ((...given: Needed<Input<N>>) => Promise<Result<DataOf<N>>>) &
  (Input<N> extends { readonly page?: number }
    ? { all(...given: Needed<Input<N>>): AsyncIterable<Output<N> extends readonly (infer E)[] ? E : unknown> }
    : unknown);

/** Every operation as a method, by family and action. */
export type Operations = {
  readonly [F in FamilyName]: {
    readonly [A in ActionOf<F>]: `${F}.${A}` extends infer N extends OperationName ? Method<N> : never;
  };
};
