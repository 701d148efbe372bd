import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { numberIn } from '../../base/json/number-in.ts';
import type { Answer } from '../../catalog/index.ts';
import type { AroundData, Page } from './decoded-response.ts';

/** The content of an answer, and the other fields of its envelope. */
export interface Content extends Pick<AroundData, 'page' | 'meta' | 'incomplete'> {
  /** Rows as a list, otherwise an object; an answer in another form is unchanged. */
  readonly data: unknown;
  /** Whether the answer has the declared form, alone or in an envelope. */
  readonly isDeclared: boolean;
}

/**
 * The content of a JSON answer: the declared form, or that form in `data`, next to `meta` and other fields of the
 * envelope. Only the envelope is dropped: fields next to rows become `meta`, and fields next to a record that describe
 * it, such as `poll_url`, become fields of the record. Where the documents show no fields, any object or list is the
 * declared form.
 */
export function contentOf(answer: Answer, body: unknown): Content {
  const isRows = answer.kind === 'list' || answer.kind === 'rows';
  const found = isRows ? rowsIn(body) : recordIn(answer, body);
  if (found) return { ...found, isDeclared: true };
  return { data: body, isDeclared: !isShown(answer) && (isFields(body) || Array.isArray(body)) };
}

/** Whether the documents show fields of the answer. */
export const isShown = (answer: Answer): boolean =>
  answer.kind !== 'nothing' &&
  !('assumed' in answer && answer.assumed === true) &&
  !(answer.kind === 'flat' && Object.keys(answer.shape).length === 0);

type Found = Omit<Content, 'isDeclared'>;

/** The rows of a list: the answer itself, its `data`, or the `data` of its `data`. */
function rowsIn(body: unknown): Found | undefined {
  if (Array.isArray(body)) return { data: body };
  if (!isFields(body)) return undefined;
  const { data, meta, links: _, ...beside } = body;
  if (Array.isArray(data)) return { data, ...withMore(data, around(beside, meta), [body, meta, body['links']]) };
  return isFields(data) && Array.isArray(data['data']) ? rowsIn({ ...beside, meta, ...data }) : undefined;
}

/** Marks rows as incomplete if the answer says that there are more, and has no page figures to request them with. */
function withMore(
  rows: readonly unknown[],
  found: Omit<Found, 'data'>,
  places: readonly unknown[],
): Omit<Found, 'data'> {
  const isMore = places.some(
    (place) => isFields(place) && signsOfMore.some((name) => place[name] === true || typeof place[name] === 'string'),
  );
  if (found.page || !isMore) return found;
  const says = `These are ${rows.length} rows. The platform says that there are more, and does not number its pages: the others were not read.`;
  return { ...found, incomplete: { rows: rows.length, says } };
}

const signsOfMore = ['next_cursor', 'next_page_url', 'next', 'has_more'];

/** The record: an object with a declared field, or one in `data`. Where no fields are shown, any object that has only an envelope around it. */
function recordIn(answer: Answer, body: unknown): Found | undefined {
  if (!isFields(body)) return undefined;
  const shape: Fields = 'shape' in answer ? answer.shape : {};
  const isRecord = (value: unknown): value is Fields =>
    isFields(value) && (!isShown(answer) || Object.keys(value).some((name) => Object.hasOwn(shape, name)));
  if (!('data' in shape) && isRecord(body['data'])) {
    const { data: record, meta, links: _, ...beside } = body;
    const [own, about] = [besideOf(shape, beside, false), besideOf(shape, beside, true)];
    return { data: { ...own, ...record }, ...around(about, meta) };
  }
  return isRecord(body) && !('data' in body && !('data' in shape)) ? { data: body } : undefined;
}

/** The fields next to a record: either those that describe the answer, or the others. */
const besideOf = (shape: Fields, beside: Fields, isAboutAnswer: boolean): Fields =>
  Object.fromEntries(
    Object.entries(beside).filter(
      ([name]) => isAboutAnswer === (envelopeFields.has(name) && !Object.hasOwn(shape, name)),
    ),
  );

/** Fields of an envelope that describe the answer rather than its content. */
export const envelopeFields: ReadonlySet<string> = new Set(
  'success ok status code message error errors warnings meta links request_id trace_id timestamp'.split(' '),
);

/** The page figures that `meta` states, and the other fields next to the content. */
function around(beside: Fields, stated: unknown): Pick<AroundData, 'page' | 'meta'> {
  const all = { ...beside, ...(isFields(stated) ? stated : {}) };
  const page = pageOf(all);
  const entries = Object.entries(all).filter(([name]) => !page || !pageFigures.includes(name));
  const meta = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
  return { page, meta: Object.keys(meta).length > 0 ? meta : undefined };
}

const pageFigures = ['total', 'per_page', 'current_page', 'last_page'];

function pageOf(meta: Fields): Page | undefined {
  const [total, size = 0, page, last] = pageFigures.map((name) => numberIn(meta[name]));
  if (total === undefined || page === undefined) return undefined;
  const lastPage = last ?? (size > 0 ? Math.max(1, Math.ceil(total / size)) : page);
  return { page, per_page: size, total, last_page: lastPage };
}
