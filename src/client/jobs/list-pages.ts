import { fieldOf } from '../../json/field-of.ts';
import { isFields } from '../../json/is-fields.ts';
import type { Operation } from '../../catalog/operation.ts';

/** Query parameters that select one page of a list, in addition to the operation's arguments. Empty: the first page. */
export type PageQuery = Readonly<Record<string, string>>;

/** One page of a list, as the platform returned it. */
export interface ListPage {
  readonly rawJson: unknown;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Minimum rows of an answer without pagination fields for which a second page is requested. */
const minPageRows = 5;

/** Maximum characters of a `Link` header that is read. */
const maxLinkLength = 2_000;

/**
 * The query of the page after `page`, or undefined for the last one. The contract states neither the pages nor the order of most lists
 * (document 1, "Response conventions": "default page sizes differ"), so the answer decides: a link, a cursor, page numbers, or a total.
 * If it has none of them, another page is requested; a list without pagination then repeats its rows, or refuses.
 */
export function nextPage(
  operation: Operation,
  asked: PageQuery,
  { rawJson, headers }: ListPage,
): PageQuery | undefined {
  const count = rowsIn(rawJson).length;
  const places = placesOf(rawJson);
  const stated = linkIn(places);
  const link = stated === undefined ? linkOf(headers['link']) : stated;
  if (typeof link === 'string') return queryOf(link);
  const cursor = first(places, ['next_cursor', 'cursor_next']);
  if (typeof cursor === 'string' || typeof cursor === 'number') return { ...asked, cursor: String(cursor) };
  const number = (...names: string[]): number | undefined => numberIn(first(places, names));
  const [current, last] = [number('current_page'), number('last_page', 'total_pages')];
  if (current !== undefined && last !== undefined)
    return current < last ? { ...asked, page: String(current + 1) } : undefined;
  if (count === 0 || link === null || cursor === null || first(places, ['has_more']) === false) return undefined;
  const total = number('total') ?? Infinity;
  const offset = number('offset') ?? numberIn(asked['offset']);
  if (offset !== undefined || operation.query.has('offset')) {
    const after = (offset ?? 0) + count;
    return after >= total ? undefined : { ...asked, offset: String(after) };
  }
  const page = current ?? numberIn(asked['page']) ?? 1;
  if (page * (number('per_page') ?? count) >= total) return undefined;
  return count < minPageRows && total === Infinity ? undefined : { ...asked, page: String(page + 1) };
}

/** The request target with the parameters of the page, which replace those of the same name. */
export function withPage(target: string, page: PageQuery): string {
  if (Object.keys(page).length === 0) return target;
  const [path = '', own = ''] = target.split('?', 2);
  const query = new URLSearchParams(own);
  for (const [name, value] of Object.entries(page)) query.set(name, value);
  return `${path}?${query}`;
}

/** The rows of a list answer: the answer itself, its `data`, or any list in either. Empty for other answers. */
export function rowsIn(rawJson: unknown): readonly unknown[] {
  if (Array.isArray(rawJson)) return rawJson;
  if (!isFields(rawJson)) return [];
  const { data } = rawJson;
  if (Array.isArray(data)) return data;
  const lists = [rawJson, ...(isFields(data) ? [data] : [])].flatMap((one) => Object.values(one).filter(Array.isArray));
  return lists.find((list) => list.some(isFields)) ?? lists[0] ?? [];
}

/** The objects of an answer that may have pagination fields. */
const placesOf = (rawJson: unknown): readonly unknown[] =>
  isFields(rawJson) ? [rawJson['meta'], rawJson['pagination'], rawJson['links'], rawJson['data'], rawJson] : [];

/** The first value under one of the names, including null. */
function first(places: readonly unknown[], names: readonly string[]): unknown {
  for (const name of names)
    for (const place of places) {
      const value = fieldOf(place, name);
      if (value !== undefined) return value;
    }
  return undefined;
}

/** URL of the next page; null if the answer states that there is none, undefined if it states nothing. */
function linkIn(places: readonly unknown[]): string | null | undefined {
  const link = first(places, ['next_page_url', 'next']);
  const address = isFields(link) ? link['href'] : link;
  return typeof address === 'string' && address.includes('?') ? address : address === null ? null : undefined;
}

/** RFC 8288: `<address>; rel="next"`. No class matches a `<`, so that the time is linear in the length. */
const linkOf = (header = ''): string | undefined =>
  header.length > maxLinkLength ? undefined : /<([^<>?]*\?[^<>]*)>[^,<]*;\s*rel="?next\b/i.exec(header)?.[1];

/** The query parameters of a URL. Its path is ignored, since the operation has its own. */
function queryOf(address: string): PageQuery | undefined {
  const query = Object.fromEntries(new URLSearchParams(address.replace(/#.*/s, '').split('?', 2)[1]));
  return Object.keys(query).length > 0 ? query : undefined;
}

const numberIn = (value: unknown): number | undefined =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '')) && Number.isInteger(Number(value))
    ? Number(value)
    : undefined;
