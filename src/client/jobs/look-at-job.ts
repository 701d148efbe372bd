import { changed, type Job, type Operation } from '../../catalog/operation.ts';
import { watchOfRow } from '../call/start-answer.ts';
import type { Entry } from '../../state/entry.ts';
import { confirmed, giveUpMs, type Reading, readAgainstBaseline, readRow, withPatience } from './baseline.ts';
import { findRow, type RowSearch, type RowSearchResult } from './find-row.ts';
import { resolve, upToDate } from './job-status.ts';
import { type ListPage, type PageQuery, rowsIn } from './list-pages.ts';
import { readPages } from './read-watched.ts';
import { idsOf, madeAt, newRow, recordOf, rowWithId } from './watched-rows.ts';

/** Pages of a list that one poll reads: a row further on is looked for by the next ones. */
export const maxPagesPerPoll = 5;

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

export interface JobSighting extends Reading {
  /** What the platform says of the job now, for the record. */
  readonly rawJson: unknown;
  /** What to watch from now on, where that has been found. */
  readonly watch?: Entry['watch'] | undefined;
}

/** Reads what a job is watched by, and how the job stands by it. Rejects where it cannot be read now. */
export async function lookAtJob({ job, watching, entry, elapsedMs, read, hasTime }: Look): Promise<JobSighting> {
  const { baseline, watch } = entry;
  if (watching.name !== job.watch) return findStarted(job, watching, entry, elapsedMs, read);
  const judged = (reading: Reading, record: unknown): Reading =>
    withPatience(confirmed(reading, job, record, baseline?.madeAfter), job, watch, elapsedMs);
  if (!job.find) {
    const { pages } = await readPages(watching, read, job.done.includes(changed) ? maxPagesPerPoll : 1);
    const answers = pages.map(({ rawJson }) => rawJson);
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

/** The row of a start that named none. Of several that are new, on whichever page, the first that was made is the job's. */
async function findNewRow(
  job: Job,
  { baseline, dispatchedAt, reservedAt }: Entry,
  search: Pick<RowSearch, 'operation' | 'read' | 'mayRead'>,
): Promise<RowSearchResult> {
  const rows: unknown[] = [];
  const all = await findRow({ ...search, pick: (page) => void rows.push(...page), from: baseline?.position });
  // Where no row from before is known, an old one could pass for the new one.
  const row = baseline?.ids && newRow(job, baseline, dispatchedAt ?? reservedAt)(rows);
  return row === undefined ? all : { ...all, row, position: undefined };
}

/**
 * Finds what was started in a list of such things, where the answer to the start named nothing: the only one that was made since. Which of several
 * it is nobody can tell.
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
    // The row says that it was made since: what it leads to needs no further proof.
    return { jobStatus: undefined, baseline: null, rawJson, watch: watchOfRow(job, entry, id) };
  if (others.length === 0 && elapsedMs < giveUpMs(job)) return { jobStatus: undefined, baseline, rawJson };
  const shown = others.length > 0 ? 'several things that were made since' : 'nothing that was made since';
  const reason = `the platform accepted it and gave no identifier to watch it by, and ${list.name} shows ${shown}; look with ${list.name}`;
  return { jobStatus: { kind: 'lost', platformState: null, reason }, baseline, rawJson };
}
