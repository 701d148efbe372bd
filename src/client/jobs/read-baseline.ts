import { operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import type { JobBaseline } from '../../state/entry.ts';
import { StateUnavailable } from '../../state/sql/state-unavailable.ts';
import { minAnswerMs, type Send, type Sending } from '../http/transport/sender.ts';
import { argumentsBeforeStart, baselineOf, needsBaseline } from './baseline.ts';
import { readPages, watchedPages } from './read-watched.ts';
import { hasCode, isVisibilityError, VisibilityError } from '../errors.ts';
import { unreadBefore } from '../refusals.ts';

/**
 * Reads the watched resource before the start if it may show the end of an earlier job; null if it need not or cannot be read. Rejects if
 * the read fails: the job is then not started, since its completion could not be distinguished from the earlier job's.
 */
export async function readBaseline(
  { job }: Operation,
  input: Arguments,
  send: Send,
  sending: Sending,
): Promise<JobBaseline | null> {
  const args = job && needsBaseline(job) ? argumentsBeforeStart(job, input) : undefined;
  if (!job || !args) return null;
  const watching = operationNamed(job.watch);
  const readPage = watchedPages(send, watching, args);
  const bounded = { ...sending, deadlineMs: sending.slotWaitMs + minAnswerMs };
  try {
    const { pages } = await readPages((page, before) => readPage(page, bounded, before));
    return baselineOf(job, pages);
  } catch (error) {
    if (sending.signal?.aborted && !isVisibilityError(error)) throw error;
    const why = `${watching.name} cannot be read, and without it the end of the job could not be detected. Nothing was sent.`;
    if (error instanceof StateUnavailable) throw new VisibilityError('unreachable', why);
    if (!isVisibilityError(error) || hasCode(error, 'unreadable')) throw unreadBefore(why, 'Repeat the call later.');
    // The resource does not exist yet, or the caller may not see it; the start itself reports what is wrong.
    if ([404, 409, 410, 422].includes(error.status ?? 0)) return baselineOf(job, []);
    throw error.outcome === 'unknown' ? new VisibilityError('unreachable', error.message) : error;
  }
}
