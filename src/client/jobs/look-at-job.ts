import { changed, type Job, type Operation } from '../../catalog/vocabulary/index.ts';
import type { Entry } from '../../state/entry.ts';
import { type WatchedReading, readAgainstBaseline, readRow, withPatience } from './baseline.ts';
import { resolveSource } from '../answers/watch-arguments.ts';
import { upToDate } from './job-status.ts';
import { hasId, maxPagesPerPoll, readPages, watchedRows, type WatchedAnswer } from './read-watched.ts';
import { isVisibilityError } from '../errors.ts';

/** One look at the state of a job. */
export interface Look {
  readonly job: Job;
  readonly watching: Operation;
  readonly entry: Entry;
  /** Milliseconds since the start. */
  readonly elapsedMs: number;
  readonly read: (page: number, before?: WatchedAnswer) => Promise<WatchedAnswer | undefined>;
  /** Whether there is time for another page in this poll. */
  readonly hasTime: () => boolean;
}

/** What a look has found. */
export interface JobSighting extends WatchedReading {
  /** Current answer about the job, to be recorded. */
  readonly rawJson: unknown;
}

/** Reads the watched resource and the job's state in it. Rejects if it cannot be read now. */
export async function lookAtJob(look: Look): Promise<JobSighting> {
  const { job, entry, elapsedMs, read } = look;
  const { baseline } = entry;
  if (job.find) return lookForRow(look);
  const isChange = job.done.includes(changed);
  const answers = await readPages(read, { maxPages: isChange ? maxPagesPerPoll : 1 }).catch((error: unknown) => {
    // The resource that the job creates does not exist yet.
    if (isChange && isVisibilityError(error) && error.status === 404) return undefined;
    throw error;
  });
  const pages = answers?.pages ?? [];
  const reading = readAgainstBaseline(job, pages, baseline, elapsedMs);
  const rawJson = pages[0]?.rawJson ?? null;
  // What has been missing since the start and is there now was made by the job, even if it shows no state.
  const hasAppeared = entry.consecutiveNotFound > 0 && entry.consecutiveNotFound >= entry.polls;
  if (!reading.jobStatus && hasAppeared) {
    return { baseline, rawJson, jobStatus: { kind: 'done', platformState: 'made' } };
  }
  return { ...withPatience(reading, job, entry, elapsedMs, !isChange), rawJson };
}

/** Reads the state of a job that has its own row in a list: from the page on which it was last, or after those that were read. */
async function lookForRow({ job, watching, entry, elapsedMs, read, hasTime }: Look): Promise<JobSighting> {
  const { baseline } = entry;
  const id = job.find && resolveSource(job.find, entry.arguments, entry.answer);
  const rowIn = (answer: WatchedAnswer): unknown => watchedRows(answer).find((row) => hasId(job, row, id));
  // Where the documents number rows, a search always begins at the first.
  const from = watching.query.has('offset') ? 1 : (baseline?.page ?? 1);
  const until = (answer: WatchedAnswer): boolean => rowIn(answer) !== undefined || !hasTime();
  const { pages, areMore } = await readPages(read, { from, until });
  const at = pages.findIndex((answer) => rowIn(answer) !== undefined);
  const row = pages[at] && rowIn(pages[at]);
  const next = row !== undefined ? from + at : areMore ? from + pages.length : 1;
  const isAbsent = row === undefined && !areMore && from === 1;
  const reading = readRow(job, row, isAbsent, { before: '', ...baseline, page: next }, elapsedMs);
  return { ...withPatience(reading, job, entry, elapsedMs, row !== undefined), rawJson: upToDate(entry.answer, row) };
}
