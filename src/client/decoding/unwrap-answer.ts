import * as z from 'zod';
import { isFields, type Fields } from '../../json/is-fields.ts';
import { fieldOf } from '../../json/field-of.ts';
import { snakeCased } from '../../json/snake-cased.ts';
import type { Answer } from '../../catalog/operation.ts';
import type { AroundData, Page } from './decoded-response.ts';
import { keyedRows } from './keyed-rows.ts';
import { mapped, respelledFields } from './respelled-fields.ts';

type Around = Pick<AroundData, 'page' | 'meta' | 'incomplete'>;

/** The content of an answer, and the fields of its envelope. */
export interface UnwrappedAnswer extends Around {
  /** The content in its declared type: a list if rows are declared, otherwise an object. */
  readonly data: unknown;
  /** That object without fields that stood beside it in the envelope. */
  readonly record?: Fields | undefined;
}

/**
 * Removes the envelope of an answer (document 1, "Response conventions"). The result has the declared type however the platform wraps it:
 * rows become a list, whether the answer has them directly, in `data`, under another name, or by id; an object becomes its fields,
 * whether the answer has it directly, in `data` or in an envelope of another name. Nothing is dropped: fields beside rows become
 * `meta`.
 */
export function unwrapAnswer(answer: Answer, body: unknown): UnwrappedAnswer {
  const shape = 'shape' in answer ? answer.shape : {};
  const isRows = answer.kind === 'list' || answer.kind === 'rows';
  // If an object is declared, a list of one element, or the only content of an envelope, is that object.
  const isShown = Object.keys(shape).length > 0 && !('assumed' in answer && answer.assumed === true);
  if (!isFields(body)) return isRows ? { data: body } : alone(onlyRecord(shape, body, isShown) ?? body);
  const fields = withPlainNames(shape, body);
  if (isRows) return unwrapRows(shape, fields);
  if ('data' in shape) return { data: fields };
  if (!('data' in fields)) return alone(recordIn(shape, fields, isShown) ?? fields);
  const { data, meta, links: _, ...beside } = fields;
  const record = isFields(data) ? (recordIn(shape, data) ?? data) : onlyRecord(shape, data, isShown);
  // Fields of the envelope that describe the answer do not belong to its content.
  const [own, about] = [besideOf(shape, beside, false), besideOf(shape, beside, true)];
  if (record) return { data: { ...own, ...record }, record, ...around(about, meta) };
  return Object.keys(beside).length > 0 ? { data: fields } : { data, ...around({}, meta) };
}

const alone = (data: unknown): UnwrappedAnswer => ({ data, record: isFields(data) ? data : undefined });

/** Removes the envelope of an answer, and renames declared fields to the spelling of the contract. */
export function readContent(answer: Answer, body: unknown): UnwrappedAnswer {
  const unwrapped = unwrapAnswer(answer, body);
  if (!('shape' in answer)) return unwrapped;
  const { data, record } = unwrapped;
  const respelled = <V>(value: V): V => (isFields(value) ? (respelledFields(answer.shape, value) as V) : value);
  return {
    ...unwrapped,
    data: Array.isArray(data) ? mapped(data, respelled) : respelled(data),
    record: record && respelled(record),
  };
}

/** What stands beside the content in an envelope, and is neither rows nor a record. */
const besideContent: ReadonlySet<string> = new Set(
  'success ok status code message msg meta _links links pagination page error errors request_id trace_id timestamp took_ms version'.split(
    ' ',
  ),
);

/** The fields beside the content: only those that describe the answer, or only the others. */
const besideOf = (shape: Fields, beside: Fields, isAboutAnswer: boolean): Fields =>
  Object.fromEntries(
    Object.entries(beside).filter(
      ([name]) => isAboutAnswer === (besideContent.has(snakeCased(name)) && !hasName(shape, name)),
    ),
  );

/** Maximum number of nested envelopes. */
const maxEnvelopes = 3;

const isDeclared = (shape: Fields, body: Fields): boolean =>
  Object.entries(body).some(
    ([name, value]) => hasName(shape, name) && !besideContent.has(name) && (!isFields(value) || mayHold(shape, name)),
  );

/** Whether a field may be an object by its declaration. If not, an object under its name is an envelope. */
function mayHold(shape: Fields, name: string): boolean {
  let type = shape[name] ?? shape[snakeCased(name)];
  while (type instanceof z.ZodOptional || type instanceof z.ZodNullable) type = type.unwrap();
  return ![z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodArray].some(
    (plain) => type instanceof plain,
  );
}

/** The fields of an envelope that are not lists, where its rows have the name of a declared field, such as `items`. */
const withoutLists = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => !Array.isArray(value)));

const hasAnyName = (shape: Fields, body: Fields): boolean => Object.keys(body).some((name) => hasName(shape, name));

const hasName = (shape: Fields, name: string): boolean =>
  Object.hasOwn(shape, name) || Object.hasOwn(shape, snakeCased(name));

/**
 * The record in an envelope of any name, such as `{success: true, result: {…}}`, if it has a declared field or `isRecord` is true;
 * undefined otherwise.
 */
function recordIn(shape: Fields, body: Fields, isRecord = false, depth = 0): Fields | undefined {
  if (isDeclared(shape, body) || depth >= maxEnvelopes) return undefined;
  const content = contentOf(body);
  if (!isFields(content)) return onlyRecord(shape, content, isRecord);
  if (isDeclared(shape, content)) return content;
  const inner = recordIn(shape, content, false, depth + 1);
  return inner ?? (isRecord || hasAnyName(shape, content) ? content : undefined);
}

/** The only record of a list, if it has a declared field or `isRecord` is true. */
function onlyRecord(shape: Fields, list: unknown, isRecord = false): Fields | undefined {
  const [record, ...others] = Array.isArray(list) ? (list as readonly unknown[]) : [];
  return others.length === 0 && isFields(record) && (isRecord || hasAnyName(shape, record)) ? record : undefined;
}

/** The only object or list in an envelope. */
function contentOf(body: Fields): Fields | readonly unknown[] | undefined {
  const [content, ...others] = Object.entries(body).flatMap(([name, value]) =>
    besideContent.has(snakeCased(name)) ? [] : [value],
  );
  return others.length === 0 && (isFields(content) || Array.isArray(content)) ? content : undefined;
}

/** Renames the envelope and pagination fields of an answer to the spelling of the contract. */
function withPlainNames(shape: Fields, body: Fields): Fields {
  const isAround = (name: string): boolean => ['data', 'items', ...besideContent].includes(name);
  const plainOf = (name: string): string => {
    const plain = snakeCased(name);
    return isAround(plain) && !Object.hasOwn(shape, name) && !Object.hasOwn(body, plain) ? plain : name;
  };
  if (Object.keys(body).every((name) => plainOf(name) === name)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [plainOf(name), value]));
}

function unwrapRows(shape: Fields, rawJson: Fields, depth = 0): UnwrappedAnswer {
  const holder = isFields(rawJson['data']) ? withPlainNames(shape, rawJson['data']) : rawJson;
  const isInData = holder !== rawJson;
  const groups = groupsIn(holder, isInData);
  if (groups) {
    const counts = Object.fromEntries(groups.map(([group, rows]) => [group, rows.length]));
    return { data: groups.flatMap(([, rows]) => rows), ...around({ groups: counts }, rawJson['meta']) };
  }
  const name = nameOfRows(holder);
  if (name !== undefined) {
    const { [name]: data, meta, links: _, ...beside } = holder;
    const rows = data as readonly unknown[];
    return { data, ...withMore(rows, rawJson, around(beside, meta ?? (isInData ? rawJson['meta'] : undefined))) };
  }
  const content = depth < maxEnvelopes ? contentOf(holder) : undefined;
  if (isFields(content) && !isDeclared(shape, withoutLists(content))) {
    const { meta, pagination, page, links } = { ...rawJson, ...holder };
    const unwrapped = unwrapRows(shape, { meta, pagination, page, links, ...content }, depth + 1);
    if (Array.isArray(unwrapped.data)) return unwrapped;
  }
  const beside = around({}, rawJson['meta']);
  const rows = keyedRows(shape, holder, besideContent);
  if (rows) return { data: rows, ...withMore(rows, rawJson, beside) };
  // A list by keys that has no rows is `{}`. Only the number of rows beside it says that this is a list.
  const isNone = isInData && beside.page?.total === 0 && Object.keys(holder).length === 0;
  return isNone ? { data: [], ...beside } : { data: rawJson };
}

/** Marks the answer as incomplete if there are further rows but no page numbers to request them by. */
function withMore(rows: readonly unknown[], rawJson: Fields, pageAndMeta: Around): Around {
  const places = [rawJson, rawJson['meta'], rawJson['links'], rawJson['pagination'], rawJson['data']].filter(isFields);
  const isMore = (value: unknown): boolean =>
    value === true || (typeof value === 'string' && value !== '') || isFields(value);
  if (pageAndMeta.page || !places.some((place) => signsOfMore.some((name) => isMore(fieldOf(place, name)))))
    return pageAndMeta;
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

/** Name of the field with the rows: `data`, otherwise the first list of records, otherwise the first list. */
function nameOfRows(fields: Fields): string | undefined {
  if (Array.isArray(fields['data'])) return 'data';
  const lists = Object.entries(fields).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][];
  return (lists.find(([, list]) => list.some(isFields)) ?? lists[0])?.[0];
}

function around(beside: Fields, stated: unknown): Around {
  const { pagination, page: pageStated, ...others } = { ...beside, ...(isFields(stated) ? stated : {}) };
  const places = [isFields(pageStated) ? pageStated : { page: pageStated }, pagination].filter(isFields);
  const entries = [others, ...places]
    .flatMap((place) => Object.entries(place))
    .filter(([, value]) => value !== undefined);
  const page = pageOf(Object.fromEntries(entries.map(([name, value]) => [snakeCased(name), value])));
  const names = new Set(page && Object.values(ofPages).flat());
  const meta = Object.fromEntries(entries.filter(([name]) => !names.has(snakeCased(name))));
  return { page, meta: Object.keys(meta).length > 0 ? meta : undefined };
}

/** Names of pagination fields: first that of the contract (document 1, "Response conventions"), then alternatives. */
const ofPages = {
  total: ['total', 'total_count', 'total_items', 'total_elements', 'count'],
  size: ['per_page', 'page_size', 'size', 'limit'],
  page: ['current_page', 'page', 'page_number', 'number'],
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
