import { operationNamed } from '../catalog/index.ts';
import type { Answer, Operation } from '../catalog/operation.ts';
import type { Credits, JobView, Reply } from '../client/call/reply.ts';
import type { Page } from '../client/transport/decoded-response.ts';

/** Result of an operation, for programs. */
export interface CallResult {
  /** The platform's answer. Records where it answers CSV or NDJSON. */
  readonly data: unknown;
  readonly page?: Page | undefined;
  /** What the platform said beside rows that is no page. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Of an operation that starts a job: how it ended, or that it needs an answer. */
  readonly job?: JobView | undefined;
  /** What the answer to the start of a job said beyond `data`. */
  readonly started?: unknown;
  /** Set where `data` is the beginning of a stream that goes on. */
  readonly incomplete?: { readonly rows: number; readonly says: string } | undefined;
  /** All zero for what is free. */
  readonly credits: Credits;
}

/** A file that the platform answered with. */
export interface FileResult extends CallResult {
  readonly file: { readonly mime: string; readonly body: Uint8Array };
}

/** Data of an operation's result: its own answer, or the result of its job. */
export function endOf({ answer, job }: Operation): Answer {
  return job ? operationNamed(job.fetch ?? job.watch).answer : answer;
}

/** A reply of the client as programs take it. */
export function toCallResult(operation: Operation | undefined, reply: Reply): CallResult | FileResult {
  const answer = operation && endOf(operation);
  const { data, page, meta, job, started, incomplete, credits, raw } = reply;
  return {
    data: isTable(answer) ? recordsOf(data) : data,
    page,
    meta,
    job,
    started,
    incomplete,
    credits: credits ?? { estimated: 0, charged: 0 },
    file: (answer?.kind === 'binary' && raw) || undefined,
  };
}

const isTable = (answer: Answer | undefined): boolean => answer?.kind === 'csv' || answer?.kind === 'ndjson';

/** Columns and rows as one record a row; anything else as it is. */
export function recordsOf(table: unknown): unknown {
  const { columns, rows } = (table ?? {}) as {
    columns?: readonly string[] | undefined;
    rows?: readonly unknown[][] | undefined;
  };
  if (!Array.isArray(columns) || !Array.isArray(rows)) return table;
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
}
