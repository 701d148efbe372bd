import * as z from 'zod';
import { decode } from '../../catalog/decode.ts';
import { type Answer, type Operation, operationNamed } from '../../catalog/index.ts';
import type { Credits, JobView, Reply } from '../../client/index.ts';
import { recordsOf } from '../../client/answers/pages/index.ts';
import type { Page } from '../../client/answers/index.ts';

/** Result of an operation, for programs. */
export interface CallResult {
  /** The platform's answer. CSV and NDJSON become records. */
  readonly data: unknown;
  readonly page?: Page | undefined;
  /** Facts that the platform states in addition to rows and page. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** The job that the operation started: its end, or that it needs an answer. */
  readonly job?: JobView | undefined;
  /** Fields of the answer to the start of a job that are not in `data`. */
  readonly started?: unknown;
  /** Set if `data` is only the beginning of a stream or a list. */
  readonly incomplete?: { readonly rows: number; readonly says: string } | undefined;
  /** All zero for a free call. */
  readonly credits: Credits;
}

/** A file that is the platform's answer. */
export interface FileResult extends CallResult {
  readonly file: { readonly mime: string; readonly body: Uint8Array };
}

/** The operation whose answer is the result of a call: the called one, or the one that reads the result of its job. */
export const endOf = (operation: Operation): Operation =>
  operation.job ? operationNamed(operation.job.fetch ?? operation.job.watch) : operation;

/** Converts a reply of the client to the form for programs. */
export function toCallResult(operation: Operation | undefined, reply: Reply): CallResult | FileResult {
  const end = operation && endOf(operation);
  const answer = end?.answer;
  const { data, page, meta, job, started, incomplete, credits, raw } = reply;
  const isOver = !job || job.state === 'completed';
  return {
    data: isTable(answer) ? recordsOf(data) : isOver && end ? inDeclaredTypes(end, data) : data,
    page,
    meta,
    job,
    started,
    incomplete,
    credits: credits ?? { estimated: 0, charged: 0 },
    file: (answer?.kind === 'binary' && raw) || undefined,
  };
}

/**
 * Data in the declared types, against which programs are compiled: numbers that came as texts, flags that came as numbers and
 * missing content are converted. Values that cannot be converted are unchanged.
 */
function inDeclaredTypes({ answer }: Operation, data: unknown): unknown {
  if (!('shape' in answer)) return data;
  const { shape } = answer;
  const isList = answer.kind === 'list' || answer.kind === 'rows';
  if (data === null) return isList ? [] : {};
  const type = z.looseObject(shape);
  const read = (record: unknown): unknown => decode(type, record, 'written');
  return Array.isArray(data) ? data.map(read) : read(data);
}

const isTable = (answer: Answer | undefined): boolean => answer?.kind === 'csv' || answer?.kind === 'ndjson';
