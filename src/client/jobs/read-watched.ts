import type { Arguments, Operation } from '../../catalog/operation.ts';
import { encode } from '../request/encode.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import { decodeResponse } from '../decoding/decode-response.ts';
import type { Send, Sending } from '../transport/sender.ts';
import { type ListPage, nextPage, type PageQuery, withPage } from './list-pages.ts';

/** Reads one page of a watched resource; undefined if the platform has no such page. */
export type ReadPage = (page: PageQuery, sending: Sending) => Promise<ListPage | undefined>;

/**
 * Returns a function that reads pages of a watched resource, of the maximum size that the contract allows. Most operations have one
 * answer without pagination. A refusal of the first page rejects; a refusal of a further page returns undefined.
 */
export function watchedPages(send: Send, operation: Operation, args: Arguments): ReadPage {
  const { answer } = operation;
  const maxPerPage = answer.kind === 'list' ? answer.maxPerPage : undefined;
  const input = maxPerPage === undefined ? args : { per_page: maxPerPage, ...args };
  const request = encode(operation, input);
  // The first read awaits it and gets its rejection.
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
 * Reads at most `maxPages` pages of a list, or the single answer of another operation. Rejects as `read` does.
 * @returns `areMore`: whether there are further pages
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
