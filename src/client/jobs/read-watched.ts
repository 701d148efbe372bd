import type { Arguments, Job, Operation } from '../../catalog/vocabulary/index.ts';
import { readAnswer, type DecodedResponse } from '../answers/index.ts';
import { PageSizes } from '../answers/pages/index.ts';
import { encode } from '../http/request/encode.ts';
import { pick } from '../http/request/path.ts';
import type { Send, Sending } from '../http/transport/sender.ts';
import { isVisibilityError, VisibilityError } from '../errors.ts';

/** An answer of a watching operation. */
export interface WatchedAnswer extends DecodedResponse {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads one page of a watched resource, from 1; undefined if the platform has no such page. `before`: the page before it. */
export type ReadPage = (page: number, sending: Sending, before?: WatchedAnswer) => Promise<WatchedAnswer | undefined>;

/** Maximum pages of a list that one poll reads; the next poll continues after them. */
export const maxPagesPerPoll = 5;

/** Minimum rows of a list without page figures for which a second page is requested. */
const minPageRows = 5;

/**
 * Returns a function that reads pages of a watched resource, of the size that the job's declaration names and the platform takes. A refusal
 * of the first page rejects; one of a further page ends the list.
 */
export function watchedPages(send: Send, operation: Operation, args: Arguments): ReadPage {
  const sizes = sizesOf(send);
  const { per_page: declared, ...unsized } = args;
  return async (page, sending, before) => {
    const first = declared === undefined ? undefined : sizes.sizeOf(operation, declared);
    const read = async (size: number | undefined): Promise<WatchedAnswer> => {
      const input = size === undefined ? unsized : { ...unsized, per_page: size };
      const { target, ...request } = await encode(operation, input);
      const own = { ...request, target: page === 1 ? target : withPage(operation, target, page, before) };
      const response = await send(operation, input, own, sending);
      const answer = await readAnswer(operation, response);
      const says = `The platform answered ${operation.name} in a form that cannot be read.`;
      if (answer.isUnreadable) throw new VisibilityError('unreadable', says, { status: response.status });
      return { ...answer, headers: response.headers };
    };
    if (page === 1) return sizes.readIn(operation, first, read);
    return read(first).catch((error: unknown) => {
      if (isVisibilityError(error) && [400, 404, 410, 422].includes(error.status ?? 0)) return undefined;
      throw error;
    });
  };
}

/** Page sizes that the platform takes, for each way of sending. */
const learntSizes = new WeakMap<Send, PageSizes>();

function sizesOf(send: Send): PageSizes {
  const sizes = learntSizes.get(send) ?? new PageSizes();
  learntSizes.set(send, sizes);
  return sizes;
}

/** The request target of a further page: by its number, or by the rows before it where the documents number rows. */
function withPage(operation: Operation, target: string, page: number, before: WatchedAnswer | undefined): string {
  const [path = '', query] = target.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (operation.query.has('offset')) parameters.set('offset', String((page - 1) * watchedRows(before).length));
  else parameters.set('page', String(page));
  return `${path}?${parameters}`;
}

/** The rows of a watched list; empty for any other answer. */
export const watchedRows = (answer: Pick<DecodedResponse, 'data'> | undefined): readonly unknown[] =>
  Array.isArray(answer?.data) ? (answer.data as readonly unknown[]) : [];

/** Whether a list has another page: by its page figures, or, where it states none, unless this one is short or repeats the one before. */
function hasNext(answer: WatchedAnswer, before: WatchedAnswer | undefined): boolean {
  const rows = watchedRows(answer);
  if (rows.length === 0 || JSON.stringify(rows) === JSON.stringify(watchedRows(before))) return false;
  if (answer.page) return answer.page.page < answer.page.last_page;
  return rows.length >= minPageRows;
}

/** Reads at most `maxPages` pages of a list from `from` on, or the single answer of another operation. Rejects if the first cannot be read. */
export async function readPages(
  read: (page: number, before?: WatchedAnswer) => Promise<WatchedAnswer | undefined>,
  { from = 1, maxPages = maxPagesPerPoll, until = (_: WatchedAnswer): boolean => false } = {},
): Promise<{ readonly pages: readonly WatchedAnswer[]; readonly areMore: boolean }> {
  const pages: WatchedAnswer[] = [];
  for (let page = from; ; page++) {
    const before = pages.at(-1);
    const answer = await read(page, before);
    if (!answer) return { pages, areMore: false };
    pages.push(answer);
    if (until(answer)) return { pages, areMore: true };
    if (!hasNext(answer, before)) return { pages, areMore: false };
    if (pages.length >= maxPages) return { pages, areMore: true };
  }
}

/** Whether a row has the id of a job: under `id`, or under a name that the job's declaration has for it, such as `document_id`. */
export function hasId({ find }: Job, row: unknown, id: unknown): boolean {
  const paths = find && 'answer' in find ? find.answer : [];
  const names = ['id', ...paths.map((path) => path.slice(path.lastIndexOf('.') + 1))];
  // Ids are compared as text, since some answers have them as numbers and others as text.
  return names.some((name) => String(pick(row, name) ?? '') === String(id));
}
