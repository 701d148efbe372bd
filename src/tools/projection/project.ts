import { recordsOf } from '../../client/answers/pages/index.ts';
import { type MissingFields, missingFields, pickFields } from './pick-fields.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { isTable } from './table.ts';
import { isWord } from '../../base/text/is-prose.ts';
import { isEmpty, type LeftOut, visiblePart } from './visible-part.ts';

export interface ProjectionOptions {
  /** Dotted paths to keep; texts they name are not shortened. */
  readonly fields?: readonly string[] | undefined;
  readonly format?: 'concise' | 'detailed' | undefined;
  /** Fields of the records that the concise view leaves out, unless `fields` says what to keep. `record.field` is a repetition: it is not named either. */
  readonly hide?: readonly string[] | undefined;
  /** Characters of JSON the projection may take. */
  readonly budget?: number | undefined;
  /** `records`: lists stay lists however long they are, for results of a published shape. Else long ones become tables. */
  readonly lists?: 'records' | undefined;
}

export interface Projection {
  readonly data: unknown;
  /** What it was made of, picked by `fields` and otherwise whole, as programs get it: records, never tables. */
  readonly plain: () => unknown;
  readonly leftOut: readonly LeftOut[];
  /** Whether no record was left out and no text cut. */
  readonly whole: boolean;
  /** Fields that are there and that the concise view leaves out. */
  readonly hidden: readonly string[];
  /** Columns of a table that hold nothing, which the concise view leaves out. */
  readonly empty: readonly string[];
  /** What all records of a list have alike, which the concise view says once. */
  readonly same: Fields | undefined;
  /** Explanation of the marks in the texts. */
  readonly note: string | undefined;
  /** Where `fields` names something the answer does not have: that, and what there is. */
  readonly strange: MissingFields | undefined;
}

/** About 8,000 tokens at four characters each, less the text around the answer. */
export const resultBudget = 31_000;

/**
 * The part of an answer that a model sees: picked by `fields`, without empty fields (`concise`), cleaned of hidden characters, long lists
 * as tables, long texts cut and fenced, and in all no longer than `budget`.
 */
export function project(
  answer: unknown,
  { fields = [], format = 'concise', hide = [], budget = resultBudget, lists }: ProjectionOptions = {},
): Projection {
  const records = recordsOf(answer);
  const isTableAnswer = records !== answer;
  const paths = isTableAnswer ? fields.map((path) => path.replace(/^rows(?=$|[[.])/, '')) : fields;
  const isPicked = paths.length > 0;
  const sparse = format === 'concise' && !isPicked;
  const plain = isPicked ? pickFields(records, paths) : records;
  const { shown, hidden } = without(plain, sparse ? hide : []);
  const same = sparse && lists !== 'records' ? sameFields(shown) : undefined;
  const part = visiblePart(same ? without(shown, Object.keys(same)).shown : shown, {
    budget,
    longest: sparse ? maxTextChars(shown) : budget,
    sparse,
    tables: lists !== 'records',
  });
  return {
    data: part.data,
    plain: () => plain,
    leftOut: part.leftOut,
    whole: !part.isTextCut && part.leftOut.length === 0,
    hidden,
    empty: sparse && (isTableAnswer || isTable(part.data)) ? emptyColumns(records, part.data) : [],
    same,
    note: part.note,
    strange: isPicked ? missingFields(records, paths) : undefined,
  };
}

/** Characters of a text in the concise view: many records are skimmed, one is read. */
const maxTextChars = (shown: unknown): number => (Array.isArray(shown) && shown.length > 1 ? 300 : 1_500);

/** Removes these fields from the record or from each record of a list, and returns which of them had content. */
function without(
  value: unknown,
  unwanted: readonly string[],
): { readonly shown: unknown; readonly hidden: readonly string[] } {
  const nested = unwanted.filter((name) => name.includes('.'));
  const records = (Array.isArray(value) ? value : [value]).filter(isFields);
  const hidden = unwanted.filter((name) => records.some((record) => !isEmpty(record[name])));
  if (hidden.length === 0 && nested.length === 0) return { shown: value, hidden };
  const lessOf = (record: unknown): unknown => {
    if (!isFields(record)) return record;
    const kept = Object.entries(record).filter(([name]) => !hidden.includes(name));
    return nested.reduce(withoutNested, Object.fromEntries(kept));
  };
  return { shown: Array.isArray(value) ? value.map(lessOf) : lessOf(value), hidden };
}

/** The record without its field `outer.inner`. */
function withoutNested(record: Fields, path: string): Fields {
  const [outer = '', inner = ''] = path.split('.');
  const part = record[outer];
  if (!isFields(part)) return record;
  return { ...record, [outer]: Object.fromEntries(Object.entries(part).filter(([name]) => name !== inner)) };
}

/** The first columns that are empty in all rows shown. */
function emptyColumns(records: unknown, shown: unknown): string[] {
  const rows = isTable(shown) ? shown.rows : shown;
  if (!Array.isArray(records) || !Array.isArray(rows)) return [];
  const [first = {}, ...others] = records.slice(0, rows.length).filter(isFields);
  const empty = Object.keys(first).filter((name) => isEmpty(first[name]));
  return empty.slice(0, maxEmpty).filter((name) => others.every((record) => isEmpty(record[name])));
}

const maxEmpty = 100;

/**
 * Fields after the first in which all records have the same word, number or boolean; undefined if there are none. They are shown
 * outside of the data, which is why prose stays in its column.
 */
function sameFields(value: unknown): Fields | undefined {
  if (!Array.isArray(value) || value.length < minSame || !value.every(isFields)) return undefined;
  const [first = {}, ...others] = value as readonly Fields[];
  const same = Object.entries(first)
    .slice(1)
    .filter(
      ([name, field]) =>
        isWord(name) &&
        (typeof field === 'string' ? isWord(field) : typeof field === 'number' || typeof field === 'boolean') &&
        others.every((other) => other[name] === field),
    );
  return same.length > 0 ? Object.fromEntries(same) : undefined;
}

/** Number of records from which equal values are summarized: as many as make a table. */
const minSame = 6;
