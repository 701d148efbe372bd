import { isVisibilityError, VisibilityError } from '../client/errors/visibility-error.ts';
import type { JobView } from '../client/reply.ts';
import { cleanDeep, cleanText } from './projection/clean-text.ts';
import { creditsOf, jobLine } from './result.ts';
import type { ToolResult } from './tool.ts';

/**
 * The one place where what was thrown becomes what a model reads: `{ok: false, error}`, the facts of the
 * error among its fields. Anything that is not one of ours is a defect, and of it nothing is shown: a
 * foreign message may hold an address, a header or a path.
 */
export function refusal(error: unknown, signal?: AbortSignal): ToolResult {
  if (isVisibilityError(error)) return failure(tell(error));
  if (signal?.aborted) return failure(cancelled);
  return failure(internal);
}

/** A job that ended badly, with what is known of why. */
export function jobFailure(job: JobView): ToolResult {
  const lost = job.state === 'unknown';
  const error = {
    code: lost ? 'outcome_unknown' : 'job_failed',
    message: cut(job.error ?? (lost ? 'Whether the start arrived cannot be told; it may have been paid for' : `${job.operation} failed`), 300),
    outcome: lost ? 'unknown' : 'rejected',
    ...(job.next === undefined ? {} : { next: job.next }),
  };
  const { next: _next, error: _error, ...line } = jobLine(job);
  return failure(error, { job: line, credits: creditsOf(job.credits) });
}

/** A refusal of this layer: nothing was sent. */
export const refuse = (code: string, message: string, next?: string, facts?: Readonly<Record<string, unknown>>): VisibilityError =>
  new VisibilityError(code, message, { outcome: 'not_sent', ...(next === undefined ? {} : { next }), ...(facts ? { facts } : {}) });

const cancelled = { code: 'cancelled', message: 'The call was cancelled. A job it started goes on.', outcome: 'unknown', next: 'job_list {}' };
const internal = { code: 'internal', message: 'This server failed on the call; its log has the details.', outcome: 'unknown', next: 'Look at job_list and credits before repeating what costs.' };

function tell(error: VisibilityError): Record<string, unknown> {
  return {
    ...(cleanDeep(error.facts ?? {}) as Record<string, unknown>),
    code: error.code,
    message: cut(error.message, 400),
    outcome: error.outcome,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.fields && Object.keys(error.fields).length > 0 ? { fields: fewFields(error.fields) } : {}),
    ...(error.next === undefined ? {} : { next: cut(error.next, 400) }),
    ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
  };
}

function failure(error: Readonly<Record<string, unknown>>, beside: Readonly<Record<string, unknown>> = {}): ToolResult {
  const structured = { ok: false, error: { ...error }, ...beside };
  return { isError: true, text: JSON.stringify(structured), structured };
}

/** The first fields and reasons: who has them right sends the rest again anyway. */
const fewFields = (fields: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).slice(0, 4).map(([name, reasons]) => [cut(name, 60), reasons.slice(0, 2).map((reason) => cut(reason, 120))]));

const cut = (text: string, length: number): string => {
  const clean = cleanText(text);
  return clean.length <= length ? clean : `${clean.slice(0, length - 1).toWellFormed()}…`;
};
