import { isFields, type Fields } from '../../catalog/is-fields.ts';
import type { Answer } from '../../catalog/operation.ts';
import type { Page } from './decoded-response.ts';

/** The content of an answer, and what stood around it. */
export interface UnwrappedAnswer {
  /** What the declaration of the operation types: a list where rows are declared, else the object. */
  readonly data: unknown;
  readonly page?: Page | undefined;
  /** What stood beside the content and is no page: `{limit, offset}`, say. */
  readonly meta?: Fields | undefined;
}

/**
 * Takes the wrappers of an answer away (document 1, "Response conventions"). What is declared decides, so that the content has
 * the same type however the platform wraps it: rows come as a list, whether they stood alone, in `data` or under a name of their
 * own; an object comes as its fields, whether it stood alone or in `data`. Nothing is dropped: what stood beside rows is `meta`.
 */
export function unwrapAnswer(answer: Answer, body: unknown): UnwrappedAnswer {
  if (!isFields(body)) return { data: body };
  if (answer.kind === 'list' || answer.kind === 'rows') return unwrapRows(body);
  const isDeclared = 'shape' in answer && 'data' in answer.shape;
  if (isDeclared || !('data' in body)) return { data: body };
  const { data, meta, links: _, ...beside } = body;
  if (isFields(data)) return { data: { ...beside, ...data }, ...around({}, meta) };
  return Object.keys(beside).length > 0 ? { data: body } : { data, ...around({}, meta) };
}

function unwrapRows(said: Fields): UnwrappedAnswer {
  const holder = isFields(said['data']) ? said['data'] : said;
  const groups = groupsIn(holder, holder !== said);
  if (groups) {
    const counts = Object.fromEntries(groups.map(([group, rows]) => [group, rows.length]));
    return { data: groups.flatMap(([, rows]) => rows), ...around({ groups: counts }, said['meta']) };
  }
  const name = nameOfRows(holder);
  if (name === undefined) return { data: said };
  const { [name]: data, meta, links: _, ...beside } = holder;
  return { data, ...around(beside, meta ?? (holder === said ? undefined : said['meta'])) };
}

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

function around(beside: Fields, meta: unknown): Pick<UnwrappedAnswer, 'page' | 'meta'> {
  const all = { ...beside, ...(isFields(meta) ? meta : {}) };
  const page = pageOf(all);
  const others = Object.fromEntries(Object.entries(all).filter(([name]) => !page || !ofPages.has(name)));
  return { page, meta: Object.keys(others).length > 0 ? others : undefined };
}

/** How a page of a list is stated (document 1, "Response conventions"). */
const ofPages = new Set(['total', 'per_page', 'current_page', 'last_page']);

function pageOf(meta: Fields): Page | undefined {
  const number = (name: string): number | undefined => {
    const value = meta[name];
    return typeof value === 'number' ? value : undefined;
  };
  const total = number('total');
  const page = number('current_page');
  if (total === undefined || page === undefined) return undefined;
  return { page, per_page: number('per_page') ?? 0, total, last_page: number('last_page') ?? page };
}
