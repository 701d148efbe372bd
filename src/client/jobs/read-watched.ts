import type { Arguments, Operation } from '../../catalog/operation.ts';
import { encode } from '../request/encode.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import { decodeResponse } from '../decoding/decode-response.ts';
import type { Send, Sending } from '../transport/sender.ts';
import { type ListPage, nextPage, type PageQuery, withPage } from './list-pages.ts';

/** Reads one page of what a job is watched by; undefined where the platform has no such page. */
export type ReadPage = (page: PageQuery, sending: Sending) => Promise<ListPage | undefined>;

/**
 * Reads what a job is watched by, which for most operations is one answer without pages. Pages are as large as the contract allows.
 * The first page is rejected with as the platform refuses it; a further one that it refuses is none.
 */
export function watchedPages(send: Send, operation: Operation, given: Arguments): ReadPage {
  const { answer } = operation;
  const maxPerPage = answer.kind === 'list' ? answer.maxPerPage : undefined;
  const input = maxPerPage === undefined ? given : { per_page: maxPerPage, ...given };
  const request = encode(operation, input);
  // Awaited by the first read.
  request.catch(() => undefined);
  return async (page, sending) => {
    const { target, ...rest } = await request;
    try {
      const response = await send(operation, input, { ...rest, target: withPage(target, page) }, sending);
      return { rawJson: (await decodeResponse(operation, response)).rawJson, headers: response.headers };
    } catch (error) {
      const isRefused = isVisibilityError(error) && [400, 404, 410, 422].includes(error.status ?? 0);
      if (isRefused && Object.keys(page).length > 0) return undefined;
      throw error;
    }
  };
}

/**
 * The first pages of a list, at most that many; one page of an answer that is no list.
 * @returns `areMore`: there are pages after these
 */
export async function readPages(
  operation: Operation,
  read: (page: PageQuery) => Promise<ListPage | undefined>,
  maxPages: number,
): Promise<{ readonly pages: readonly ListPage[]; readonly areMore: boolean }> {
  const pages: ListPage[] = [];
  const isList = operation.answer.kind === 'list' || operation.answer.kind === 'rows';
  for (let at: PageQuery | undefined = {}; at !== undefined;) {
    if (pages.length >= maxPages) return { pages, areMore: true };
    const page = await read(at);
    if (!page || JSON.stringify(page.rawJson) === JSON.stringify(pages.at(-1)?.rawJson)) break;
    pages.push(page);
    at = isList ? nextPage(operation, at, page) : undefined;
  }
  return { pages, areMore: false };
}
