import { fieldOf } from '../../json/field-of.ts';
import { isFields, type Fields } from '../../json/is-fields.ts';
import type { Operation } from '../../catalog/operation.ts';

/** The query parameters that ask for one page of a list, beside the operation's own arguments. Empty: the first page. */
export type PageQuery = Readonly<Record<string, string>>;

/** One page of a watched list, as the platform answered it. */
export interface ListPage {
  readonly rawJson: unknown;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Fewer rows than this, where nothing tells of pages, are taken for the whole list. */
const minPageRows = 5;

/**
 * The query of the page after `page`, or undefined for the last one. The contract states neither the pages nor the order of most lists
 * (document 1, "Response conventions": "default page sizes differ"), so what the answer tells comes first: a link, a cursor, page numbers,
 * a total. Where it tells nothing, another page is asked for; a list without pages repeats itself then, or refuses.
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
  const total = number('total');
  const offset = number('offset') ?? numberIn(asked['offset']);
  if (offset !== undefined || operation.query.has('offset')) {
    const after = (offset ?? 0) + count;
    return total !== undefined && after >= total ? undefined : { ...asked, offset: String(after) };
  }
  const page = current ?? numberIn(asked['page']) ?? 1;
  if (total !== undefined && page * (number('per_page') ?? count) >= total) return undefined;
  return count < minPageRows && total === undefined ? undefined : { ...asked, page: String(page + 1) };
}

/** The request's target with these parameters in place of its own of the same name. */
export function withPage(target: string, page: PageQuery): string {
  if (Object.keys(page).length === 0) return target;
  const [path = '', own = ''] = target.split('?', 2);
  const query = new URLSearchParams(own);
  for (const [name, value] of Object.entries(page)) query.set(name, value);
  return `${path}?${query}`;
}

/** The rows of a list answer: bare, in `data`, or under a name of their own, which may be inside `data`. None for anything else. */
export function rowsIn(rawJson: unknown): readonly unknown[] {
  if (Array.isArray(rawJson)) return rawJson;
  if (!isFields(rawJson)) return [];
  const { data } = rawJson;
  if (Array.isArray(data)) return data;
  const lists = [rawJson, ...(isFields(data) ? [data] : [])].flatMap((one) => Object.values(one).filter(Array.isArray));
  return lists.find((list) => list.some(isFields)) ?? lists[0] ?? [];
}

/** The objects of an answer that may tell of pages. */
const placesOf = (rawJson: unknown): readonly Fields[] =>
  isFields(rawJson)
    ? [rawJson['meta'], rawJson['pagination'], rawJson['links'], rawJson['data'], rawJson].filter(isFields)
    : [];

/** The first value under one of the names; null counts. */
function first(places: readonly Fields[], names: readonly string[]): unknown {
  for (const name of names)
    for (const place of places) {
      const value = fieldOf(place, name);
      if (value !== undefined) return value;
    }
  return undefined;
}

/** The address of the next page; null where the answer says that there is none, undefined where it says nothing. */
function linkIn(places: readonly Fields[]): string | null | undefined {
  const link = first(places, ['next_page_url', 'next']);
  const address = isFields(link) ? link['href'] : link;
  return typeof address === 'string' && address.includes('?') ? address : address === null ? null : undefined;
}

/** RFC 8288: `<address>; rel="next"`. */
const linkOf = (header: string | undefined): string | undefined =>
  /<([^>]*\?[^>]*)>[^,<]*;\s*rel="?next\b/i.exec(header ?? '')?.[1];

/** Only the query of the address counts: the path is the operation's. */
function queryOf(address: string): PageQuery | undefined {
  const query = Object.fromEntries(new URLSearchParams(address.split('#', 1)[0]?.split('?', 2)[1]));
  return Object.keys(query).length > 0 ? query : undefined;
}

const numberIn = (value: unknown): number | undefined =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '')) && Number.isInteger(Number(value))
    ? Number(value)
    : undefined;
