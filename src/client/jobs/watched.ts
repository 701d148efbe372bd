import { changed, type Arguments, type Job, type Operation } from '../../catalog/vocabulary/index.ts';
import type { Entry } from '../../state/index.ts';
import { type DecodedResponse, readAnswer } from '../answers/index.ts';
import { pages } from '../answers/pages/index.ts';
import { resolveSource } from '../answers/watch-arguments.ts';
import { isVisibilityError, VisibilityError } from '../errors.ts';
import { encode } from '../http/request/encode.ts';
import { pick } from '../http/request/path.ts';
import type { Send, Sending } from '../http/transport/sender.ts';
import { giveUpMs, readAgainstBaseline, type Watched, type WatchedReading, withPatience } from './baseline.ts';
import { type JobStatus, readJobStatus, upToDate } from './job-status.ts';

/** Maximum pages of a list that are read to count its rows, and to find one of them. */
const maxPages = 5;
const maxPagesToRow = 20;

/** Reads one answer of a watching operation. */
export type ReadWatched = (input: Arguments) => Promise<DecodedResponse>;

/** Returns a function that reads answers of a watching operation. `onHeaders` is called with the headers of each (lower-case names). */
export const watchedReader =
  (send: Send, operation: Operation, sending: () => Sending, onHeaders?: (headers: Headers) => void): ReadWatched =>
  async (input) => {
    const response = await send(operation, input, await encode(operation, input), sending());
    const answer = await readAnswer(operation, response);
    onHeaders?.(response.headers);
    if (!answer.isUnreadable) return answer;
    const says = `The platform answered ${operation.name} in a form that cannot be read.`;
    throw new VisibilityError('unreadable', says, { status: response.status });
  };

type Headers = Readonly<Record<string, string>>;

/** One look at the state of a job. */
export interface Look {
  readonly job: Job;
  readonly watching: Operation;
  readonly entry: Entry;
  /** Milliseconds since the start. */
  readonly elapsedMs: number;
  readonly read: ReadWatched;
  /** Whether there is time for another page in this poll. */
  readonly hasTime: () => boolean;
}

/** What a look has found, with the current answer about the job. */
export type JobSighting = WatchedReading & { readonly rawJson: unknown };

/** Reads the watched resource and the job's state in it. Rejects if it cannot be read now. */
export async function lookAtJob(look: Look): Promise<JobSighting> {
  const { job, watching, entry, elapsedMs, read } = look;
  if (job.find) return lookForRow(look);
  const { baseline } = entry;
  const isChange = job.done.includes(changed);
  const args = entry.watch?.arguments ?? {};
  const watched = await readWatched(watching, args, read).catch((error: unknown) => {
    // The resource that the job creates does not exist yet.
    if (isChange && isVisibilityError(error) && error.status === 404) return undefined;
    throw error;
  });
  const reading = readAgainstBaseline(job, watched, baseline, elapsedMs);
  const rawJson = watched?.rawJson ?? null;
  // A resource that was missing since the start and exists now was made by the job, even if it shows no state.
  const hasAppeared = entry.consecutiveNotFound > 0 && entry.consecutiveNotFound >= entry.polls;
  if (!reading.jobStatus && hasAppeared)
    return { baseline, rawJson, jobStatus: { kind: 'done', platformState: 'made' } };
  return { ...reading, jobStatus: withPatience(reading.jobStatus, job, entry, elapsedMs, !isChange), rawJson };
}

/** Reads the state of a job that has its own row in a list. */
async function lookForRow({ job, watching, entry, elapsedMs, read, hasTime }: Look): Promise<JobSighting> {
  const id = job.find && resolveSource(job.find, entry.arguments, entry.answer);
  const isOwn = (row: unknown): boolean => hasId(job, row, id);
  const isEnough = (rows: readonly unknown[]): boolean => rows.some(isOwn) || !hasTime();
  const search = { limit: maxPagesToRow, isEnough };
  const { rows = [], isWhole } = await readWatched(watching, entry.watch?.arguments ?? {}, read, search);
  const row = rows.find(isOwn);
  const isAbsent = row === undefined && isWhole && elapsedMs >= giveUpMs(job);
  const shown = row === undefined ? (isAbsent ? notListed : undefined) : readJobStatus(job, row);
  const jobStatus = withPatience(shown, job, entry, elapsedMs, row !== undefined);
  return { jobStatus, baseline: entry.baseline, rawJson: upToDate(entry.answer, row) };
}

const notListed: JobStatus = {
  kind: 'lost',
  platformState: 'not_listed',
  reason:
    'the platform accepted the start, and its list does not have the job: it was removed, failed, or has yet to begin',
};

/**
 * Reads the answer of a watching operation, or the pages of its list. Rejects if the first cannot be read.
 * @param isEnough whether no further page is needed, by the rows of the latest one
 */
export async function readWatched(
  watching: Operation,
  args: Arguments,
  read: ReadWatched,
  { limit = maxPages, isEnough = (_: readonly unknown[]): boolean => false } = {},
): Promise<Watched & { readonly isWhole: boolean }> {
  if (watching.answer.kind !== 'list') return { rawJson: (await read(args)).rawJson, isWhole: true };
  let first: DecodedResponse | undefined;
  const readPage = async (input: Arguments): Promise<DecodedResponse> => {
    const answer = await read(input);
    first ??= answer;
    return answer;
  };
  const rows: unknown[] = [];
  let count = 0;
  let total: number | undefined;
  for await (const page of pages(watching, args, readPage)) {
    total ??= page.total;
    if (page.isList) rows.push(...page.records);
    const isWhole = page.verdict !== undefined && page.verdict.missed === undefined;
    if (page.verdict || ++count >= limit || isEnough(page.records))
      return { rawJson: first?.rawJson, rows, total, isWhole };
  }
  return { rawJson: first?.rawJson, rows, total, isWhole: true };
}

/** Whether a row has the id of a job: under `id`, or under a name that the job's declaration has for it, such as `document_id`. */
function hasId({ find }: Job, row: unknown, id: unknown): boolean {
  const paths = find && 'answer' in find ? find.answer : [];
  const names = ['id', ...paths.map((path) => path.slice(path.lastIndexOf('.') + 1))];
  // Ids are compared as text, since some answers have them as numbers and others as text.
  return names.some((name) => String(pick(row, name) ?? '') === String(id));
}
