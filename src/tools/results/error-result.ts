import { requestId } from '../../base/request-context.ts';
import { maxKeyLength, maxMessageLength } from '../../base/text/bounds.ts';
import { cleanDeep } from '../../base/text/clean-deep.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { untrustedIn } from './result.ts';
import type { ToolResult } from '../definition/tool.ts';
import { type ErrorCode, isVisibilityError, VisibilityError } from '../../client/errors.ts';

/**
 * Converts a thrown error to the tool result that a model reads: `{ok: false, error}`, with the error's facts among its fields.
 * Any error that is not a VisibilityError is a defect, and its message is not shown: it may hold an address, a header or a path.
 */
export function toErrorResult(error: unknown, signal?: AbortSignal): ToolResult {
  if (isVisibilityError(error)) return failure(errorFields(error));
  if (signal?.aborted) return failure(cancelled);
  return failure(internal());
}

/** The result of a failed run, with what it did before. */
export const runFailed = (
  error: Readonly<Record<string, unknown>>,
  run: Readonly<Record<string, unknown>>,
): ToolResult => {
  const { code, message, next, ...facts } = error;
  return failure(
    {
      code,
      message: oneLine(String(message), maxMessageLength),
      outcome: Object.keys((run['calls'] ?? {}) as object).length > 0 ? 'unknown' : 'not_sent',
      ...facts,
      next,
    },
    { run },
  );
};

/** An error of the tool layer: no request was sent. */
export const createNotSentError = (
  code: ErrorCode,
  message: string,
  next?: string,
  facts?: Readonly<Record<string, unknown>>,
): VisibilityError =>
  new VisibilityError(code, message, {
    outcome: 'not_sent',
    next,
    facts,
  });

const cancelled = {
  code: 'cancelled',
  message: 'The call was cancelled. A job it started continues.',
  outcome: 'unknown',
  next: 'job_list {}',
};

/** The error shown for any defect, without its message. */
export const internalFailure = 'This server failed on the call; its log has the details.';

const internal = () => ({
  code: 'internal',
  message: internalFailure,
  outcome: 'unknown',
  next: 'Check job_list and credits before repeating what costs.',
  ...requestId(),
});

/** The fields of the error, with the platform's texts last, except for its message, which is quoted. */
function errorFields({
  code,
  message,
  outcome,
  status,
  fields = {},
  facts = {},
  next,
  retryAfter,
}: VisibilityError): Record<string, unknown> {
  const { fields_left_out: before, ...others } = cleanDeep(facts) as Record<string, unknown>;
  const unshown = Math.max(0, Object.keys(fields).length - maxFields) + (typeof before === 'number' ? before : 0);
  const advice = next === undefined ? {} : { next: oneLine(next, maxMessageLength) };
  const answered = status !== undefined;
  return {
    code,
    message: oneLine(message, maxMessageLength),
    outcome,
    status,
    ...(answered ? advice : {}),
    retry_after: retryAfter,
    fields: Object.keys(fields).length > 0 ? fewFields(fields) : undefined,
    fields_left_out: unshown > 0 ? unshown : undefined,
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !own.has(name))),
    ...(answered ? {} : advice),
  };
}

/** Fields that facts must not overwrite. `source` is the caller's own text. */
const own: ReadonlySet<string> = new Set([
  'source',
  'request_id',
  'code',
  'outcome',
  'status',
  'next',
  'retry_after',
  'message',
  'fields',
  'fields_left_out',
]);

/** Marks the error as containing untrusted text if the platform answered or the facts contain names from it. */
function failure(error: Readonly<Record<string, unknown>>, beside: Readonly<Record<string, unknown>> = {}): ToolResult {
  // If the platform did not answer, only the facts can contain foreign text.
  const facts = Object.fromEntries(Object.entries(error).filter(([name]) => !own.has(name)));
  const untrusted = error['status'] === undefined ? untrustedIn({ error: facts }) : 'error';
  const structured = { ok: false, ...beside, untrusted: untrusted || undefined, error: { ...error } };
  return { isError: true, text: JSON.stringify(structured), structured };
}

/** The first fields and reasons; if the call is corrected, a second refusal names the others. */
const fewFields = (fields: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxFields)
      .map(([name, reasons]) => [
        oneLine(name, maxKeyLength),
        reasons.slice(0, 2).map((reason) => oneLine(reason, 150)),
      ]),
  );

const maxFields = 4;
