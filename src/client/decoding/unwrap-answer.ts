import { isFields, type Fields } from '../../json/is-fields.ts';
import type { Answer } from '../../catalog/operation.ts';
import type { AroundData, Page } from './decoded-response.ts';
import { keyedRows } from './keyed-rows.ts';

type Around = Pick<AroundData, 'page' | 'meta' | 'incomplete'>;

/** The content of an answer, and what stood around it. */
export interface UnwrappedAnswer extends Around {
  /** What the declaration of the operation types: a list where rows are declared, else the object. */
  readonly data: unknown;
}

/**
 * Takes the wrappers of an answer away (document 1, "Response conventions"). What is declared decides, so that the content has
 * the same type however the platform wraps it: rows come as a list, whether they stood alone, in `data`, under a name of their
 * own, or each under its id; an object comes as its fields, whether it stood alone, in `data` or in an envelope of another name.
 * Nothing is dropped: what stood beside rows is `meta`.
 */
export function unwrapAnswer(answer: Answer, body: unknown): UnwrappedAnswer {
  if (!isFields(body)) return { data: body };
  const shape = 'shape' in answer ? answer.shape : {};
  if (answer.kind === 'list' || answer.kind === 'rows') return unwrapRows(shape, body);
  if ('data' in shape) return { data: body };
  if (!('data' in body)) {
    const content = contentOf(body);
    const isEnvelope = !Object.keys(body).some((name) => Object.hasOwn(shape, name) && !besideContent.has(name));
    const isContent = isEnvelope && content && Object.keys(content).some((name) => Object.hasOwn(shape, name));
    return { data: isContent ? content : body };
  }
  const { data, meta, links: _, ...beside } = body;
  if (isFields(data)) return { data: { ...beside, ...data }, ...around({}, meta) };
  return Object.keys(beside).length > 0 ? { data: body } : { data, ...around({}, meta) };
}

/** What stands beside the content in an envelope, and is neither rows nor a record. */
const besideContent: ReadonlySet<string> = new Set(
  'success ok status code message meta links pagination error errors request_id timestamp version'.split(' '),
);

/** The content of an envelope, such as `{success: true, result: {…}}`: the only object in it. */
function contentOf(body: Fields): Fields | undefined {
  const [content, ...others] = Object.entries(body).flatMap(([name, value]) =>
    besideContent.has(name) ? [] : [value],
  );
  return others.length === 0 && isFields(content) ? content : undefined;
}

function unwrapRows(shape: Fields, rawJson: Fields): UnwrappedAnswer {
  const holder = isFields(rawJson['data']) ? rawJson['data'] : rawJson;
  const groups = groupsIn(holder, holder !== rawJson);
  if (groups) {
    const counts = Object.fromEntries(groups.map(([group, rows]) => [group, rows.length]));
    return { data: groups.flatMap(([, rows]) => rows), ...around({ groups: counts }, rawJson['meta']) };
  }
  const name = nameOfRows(holder);
  if (name !== undefined) {
    const { [name]: data, meta, links: _, ...beside } = holder;
    const rows = data as readonly unknown[];
    return {
      data,
      ...withMore(rows, rawJson, around(beside, meta ?? (holder === rawJson ? undefined : rawJson['meta']))),
    };
  }
  const rows = keyedRows(shape, holder, besideContent);
  if (rows) return { data: rows, ...withMore(rows, rawJson, around({}, rawJson['meta'])) };
  const content = holder === rawJson ? contentOf(rawJson) : undefined;
  if (!content) return { data: rawJson };
  const unwrapped = unwrapRows(shape, { meta: rawJson['meta'], links: rawJson['links'], ...content });
  return unwrapped.data === rawJson || !Array.isArray(unwrapped.data) ? { data: rawJson } : unwrapped;
}

/** Says so where there are further rows, and no numbers of pages by which they could be asked for. */
function withMore(rows: readonly unknown[], rawJson: Fields, pageAndMeta: Around): Around {
  const places = [rawJson, rawJson['meta'], rawJson['links'], rawJson['pagination'], rawJson['data']].filter(isFields);
  const isMore = (value: unknown): boolean =>
    value === true || (typeof value === 'string' && value !== '') || isFields(value);
  if (pageAndMeta.page || !places.some((place) => signsOfMore.some((name) => isMore(place[name])))) return pageAndMeta;
  const says = `These are ${rows.length} rows. The platform says that there are more, and does not number its pages: the others were not read.`;
  return { ...pageAndMeta, incomplete: { rows: rows.length, says } };
}

const signsOfMore = ['next_cursor', 'cursor_next', 'next_page_token', 'next_page_url', 'next', 'has_more'];

/**
 * Rows in groups, such as `{a: […], b: […]}` by letter: several lists and nothing else. Outside `data` only under single
 * characters, since two lists with names are two different things.
 */
function groupsIn(fields: Fields, isData: boolean): [string, unknown[]][] | undefined {
  const entries = Object.entries(fields);
  const isGroup = ([name, value]: [string, unknown]): boolean => Array.isArray(value) && (isData || /^.$/u.test(name));
  return entries.length > 1 && entries.every(isGroup) ? (entries as [string, unknown[]][]) : undefined;
}

/** Rows stand in `data`; elsewhere they are the first list of records, or the first list. */
function nameOfRows(fields: Fields): string | undefined {
  if (Array.isArray(fields['data'])) return 'data';
  const lists = Object.entries(fields).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][];
  return (lists.find(([, list]) => list.some(isFields)) ?? lists[0])?.[0];
}

function around(beside: Fields, rawJson: unknown): Around {
  const { pagination, ...others } = { ...beside, ...(isFields(rawJson) ? rawJson : {}) };
  const all: Fields = isFields(pagination) ? { ...others, ...pagination } : others;
  const page = pageOf(all);
  const names = new Set(page && Object.values(ofPages).flat());
  const meta = Object.fromEntries(Object.entries(all).filter(([name]) => !names.has(name)));
  return { page, meta: Object.keys(meta).length > 0 ? meta : undefined };
}

/** How a page of a list is stated (document 1, "Response conventions"), and what else it may be called. */
const ofPages = {
  total: ['total', 'total_count', 'total_items'],
  size: ['per_page', 'page_size', 'size', 'limit'],
  page: ['current_page', 'page', 'page_number'],
  last: ['last_page', 'total_pages', 'page_count', 'pages'],
};

function pageOf(meta: Fields): Page | undefined {
  const numberUnder = (names: readonly string[]): number | undefined =>
    names.map((name) => numberIn(meta[name])).find((one) => one !== undefined);
  const [total, page] = [numberUnder(ofPages.total), numberUnder(ofPages.page)];
  if (total === undefined || page === undefined) return undefined;
  const size = numberUnder(ofPages.size) ?? 0;
  const last = numberUnder(ofPages.last) ?? (size > 0 ? Math.max(1, Math.ceil(total / size)) : page);
  return { page, per_page: size, total, last_page: last };
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value)) ? Number(value) : undefined;
