import type { JobView, Platform } from '../../client/index.ts';
import { internalFailure, toErrorResult } from '../results/error-result.ts';
import type { ToolContext, ToolResult } from '../definition/tool.ts';
import { hasCode, isVisibilityError } from '../../client/errors.ts';

/** The current state of a job, as a value: a lookup never rejects. */
export type JobLookup =
  /** `result` is what `job_wait` answers about it. */
  | { readonly kind: 'found'; readonly job: JobView; readonly result: ToolResult }
  /** The job ended without a result; `result` says why. */
  | { readonly kind: 'failed'; readonly result: ToolResult }
  /** There is no such job for this caller. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable'; readonly message: string };

/** Looks at a job without waiting for it. Delivers its result if it has ended. */
export async function lookUpJob(client: Platform, jobId: string, context: ToolContext): Promise<JobLookup> {
  try {
    const { jobResult } = await import('./job-result.ts');
    const waited = await client.wait(jobId, { ...context, waitSeconds: 0 });
    return { kind: 'found', job: waited.job, result: jobResult(waited, {}) };
  } catch (error) {
    if (hasCode(error, 'unknown_job')) return { kind: 'unknown' };
    if (isVisibilityError(error))
      return error.code === 'job_failed' || error.code === 'outcome_unknown'
        ? { kind: 'failed', result: toErrorResult(error) }
        : { kind: 'unavailable', message: error.message };
    if (!context.signal?.aborted) context.onDefect?.(error);
    return { kind: 'unavailable', message: internalFailure };
  }
}
