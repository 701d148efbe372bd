import { changed, type Job, type Operation } from '../../catalog/operation.ts';
import type { Entry } from '../../state/entry.ts';
import { confirmed, type Reading, readAgainstBaseline, readRow, withPatience } from './baseline.ts';
import { findRow, type RowSearch, type RowSearchResult } from './find-row.ts';
import { resolve, upToDate } from './job-status.ts';
import type { ListPage, PageQuery } from './list-pages.ts';
import { readPages } from './read-watched.ts';
import { newRow, recordOf, rowWithId } from './watched-rows.ts';

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
}

/** Reads what a job is watched by, and how the job stands by it. Rejects where it cannot be read now. */
export async function lookAtJob({ job, watching, entry, elapsedMs, read, hasTime }: Look): Promise<JobSighting> {
  const { baseline, watch } = entry;
  const judged = (reading: Reading, record: unknown): Reading =>
    withPatience(confirmed(reading, record, baseline?.madeAfter), job, watch, elapsedMs);
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
