import { changed, type Job, type Operation } from '../../catalog/operation.ts';
import { watchOfRow } from '../call/start-answer.ts';
import type { Entry } from '../../state/entry.ts';
import { confirmed, giveUpMs, type Reading, readAgainstBaseline, readRow, withPatience } from './baseline.ts';
import { findRow, type RowSearch, type RowSearchResult } from './find-row.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import { resolve, upToDate } from './job-status.ts';
import { type ListPage, type PageQuery, rowsIn } from './list-pages.ts';
import { readPages } from './read-watched.ts';
import { idsOf, madeAt, newRow, recordOf, rowWithId } from './watched-rows.ts';

/** Maximum pages of a list that one poll reads; the next poll continues after them. */
export const maxPagesPerPoll = 5;

/** One look at the state of a job. */
export interface Look {
  readonly job: Job;
  readonly watching: Operation;
  readonly entry: Entry;
  /** Milliseconds since the start. */
  readonly elapsedMs: number;
  readonly read: (page: PageQuery) => Promise<ListPage | undefined>;
  /** Whether there is time for another page in this poll. */
  readonly hasTime: () => boolean;
}

/** What a look has found. */
export interface JobSighting extends Reading {
  /** Current answer about the job, to be recorded. */
  readonly rawJson: unknown;
  /** The operation to poll from now on, if it has changed. */
  readonly watch?: Entry['watch'] | undefined;
}

/** Reads the watched resource and the job's state in it. Rejects if it cannot be read now. */
export async function lookAtJob({ job, watching, entry, elapsedMs, read, hasTime }: Look): Promise<JobSighting> {
  const { baseline, watch } = entry;
  if (watching.name !== job.watch) return findStarted(job, watching, entry, elapsedMs, read);
  const judged = (reading: Reading, record: unknown): Reading =>
    withPatience(confirmed(reading, job, record, baseline?.madeAfter), job, watch, elapsedMs);
  if (!job.find) {
    const isChange = job.done.includes(changed);
    const pages = await readPages(watching, read, isChange ? maxPagesPerPoll : 1).catch((error: unknown) => {
      if (isChange && isVisibilityError(error) && error.status === 404) return undefined;
      throw error;
    });
    // The resource that the job creates does not exist yet.
    if (!pages) return { ...readAgainstBaseline(job, [], baseline, elapsedMs), rawJson: null };
    const answers = pages.pages.map(({ rawJson }) => rawJson);
    const record = recordOf(job, answers[0], watch?.arguments ?? {});
    const reading = readAgainstBaseline(job, [record, ...answers.slice(1)], baseline, elapsedMs);
    return { ...judged(reading, record), rawJson: answers[0] };
  }
  const search = {
    operation: watching,
    read,
    mayRead: (pagesRead: number) => pagesRead < maxPagesPerPoll && hasTime(),
  };
  const id = resolve(job.find, entry.arguments, entry.answer) ?? baseline?.row;
  const foundRow =
    id === undefined
      ? await findNewRow(job, entry, search)
      : await findRow({ ...search, pick: rowWithId(job, id), from: baseline?.position });
  const reading = readRow(job, foundRow, baseline, elapsedMs);
  return { ...judged(reading, foundRow.row), rawJson: upToDate(entry.answer, foundRow.row) };
}

/** Finds the row of a job whose start returned no identifier: the oldest of the new rows on all pages. */
async function findNewRow(
  job: Job,
  { baseline, dispatchedAt, reservedAt }: Entry,
  search: Pick<RowSearch, 'operation' | 'read' | 'mayRead'>,
): Promise<RowSearchResult> {
  const rows: unknown[] = [];
  const all = await findRow({ ...search, pick: (page) => void rows.push(...page), from: baseline?.position });
  // Without the rows from before the start, an old row could be taken for the new one.
  const row = baseline?.ids && newRow(job, baseline, dispatchedAt ?? reservedAt)(rows);
  return row === undefined ? all : { ...all, row, position: undefined };
}

/**
 * Finds the started resource in a list, where the answer to the start has no identifier: the only row created since the start. If several
 * were created, the job is `lost`.
 */
export async function findStarted(
  job: Job,
  list: Operation,
  entry: Entry,
  elapsedMs: number,
  read: Look['read'],
): Promise<JobSighting> {
  const { baseline, answer: rawJson } = entry;
  const madeAfter = baseline?.madeAfter ?? Infinity;
  const { pages } = await readPages(list, read, maxPagesPerPoll);
  const made = pages.flatMap((page) => rowsIn(page.rawJson)).filter((row) => (madeAt(row) ?? 0) >= madeAfter);
  const [id, ...others] = new Set(made.flatMap((row) => idsOf(job, row).slice(0, 1)));
  if (id !== undefined && others.length === 0)
    // The row's creation time proves that it is the job's, so no baseline is needed.
    return { jobStatus: undefined, baseline: null, rawJson, watch: watchOfRow(job, entry, id) };
  if (others.length === 0 && elapsedMs < giveUpMs(job)) return { jobStatus: undefined, baseline, rawJson };
  const shown = others.length > 0 ? 'several things that were made since' : 'nothing that was made since';
  const reason = `the platform accepted it and gave no identifier to watch it by, and ${list.name} shows ${shown}; look with ${list.name}`;
  return { jobStatus: { kind: 'lost', platformState: null, reason }, baseline, rawJson };
}
