import { definedFields } from '../../../base/json/defined-fields.ts';
import { recordsOf } from '../../../client/pages/index.ts';
import { cleanDeep } from '../../../base/text/clean-deep.ts';
import { createFence } from '../../../base/text/fence.ts';
import { fit, sizeOf, type LeftOut } from './fit.ts';
import { type MissingFields, missingFields, pickFields } from './pick-fields.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { isTable, toRecords, toTable } from './records.ts';
import { isWord } from '../../../base/text/is-prose.ts';
import { isEmpty, longText, shape } from './shape.ts';
import { trim } from './trim.ts';

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
  /** Columns of a table, or fields of records shown as one, that hold nothing, which the concise view leaves out. */
  readonly empty: readonly string[];
  /** What all rows of a table have alike, which the concise view says once. */
  readonly same: Fields | undefined;
  /** Explanation of the marks in the texts. */
  readonly note: string | undefined;
  /** Where `fields` names something the answer does not have: that, and what there is. */
  readonly strange: MissingFields | undefined;
}

/** About 8,000 tokens at four characters each, less the text around the answer. */
export const resultBudget = 31_000;

/** Factor by which more of an answer is examined than a result can hold, since empty fields and the ends of long texts are left out. */
const lookedAt = 4;

/** Levels of lists and objects; what is nested deeper is shown as "…". */
const maxDepth = 64;

/**
 * The part of an answer that a model sees: cleaned of hidden characters, picked by `fields`, without empty
 * fields (`concise`), long lists as tables, long texts cut and fenced, and in all no longer than `budget`.
 * Records are left out whole, from the end; only where single records are too long are their texts cut more, and in the
 * end their fields left out. The work is bounded by `budget`, whatever the answer's shape.
 */
export function project(
  answer: unknown,
  { fields, format = 'concise', hide = [], budget = resultBudget, lists }: ProjectionOptions = {},
): Projection {
  const whole = withRecords(answer, maxDepth);
  const paths = isTable(answer) ? fields?.map((path) => path.replace(/^rows(?=$|[[.])/, '')) : fields;
  const unwanted = paths?.length || format === 'detailed' ? [] : hide;
  const { shown, hidden } = without(withoutRepeats(whole, unwanted.filter(isNested)), unwanted);
  const strange = paths?.length ? missingFields(whole, paths) : undefined;
  let longest = firstLength(shown, fields, format, budget);
  const first = trim(paths?.length ? pickFields(whole, paths) : shown, budget * lookedAt, longest + longText);
  const cleaned = cleanDeep(first.value);
  const columns = isTable(answer) || (lists !== 'records' && becomesTable(cleaned));
  const isShort = columns && format === 'concise' && !paths?.length;
  const empty = isShort ? emptyColumns(whole) : [];
  const same = isShort && lists !== 'records' ? sameColumns(cleaned) : undefined;
  const picked = same ? without(cleaned, Object.keys(same)).shown : cleaned;
  const listed = lists === 'records' ? (value: unknown): unknown => value : withTables;
  const fence = createFence();
  let cut = false;
  const shaped = (length: number) => {
    cut = false;
    return shape(picked, {
      sparse: format === 'concise' && !paths?.length,
      longest: length,
      fence,
      onCut: () => (cut = true),
    });
  };
  const projection = (value: unknown, leftOut: readonly LeftOut[]): Projection => ({
    data: value,
    plain: () => plainOf(answer, paths),
    leftOut: combined(first.leftOut, leftOut),
    whole: !cut && leftOut.length === 0 && first.leftOut.length === 0,
    hidden,
    empty,
    same,
    note: fence.note,
    strange,
  });
  for (;;) {
    const { value, leftOut } = fit(listed(shaped(longest)), budget);
    if (sizeOf(value) <= budget) return projection(value, leftOut);
    if (longest <= longText) break;
    longest = Math.max(longText, Math.floor(longest / (longest > 8 * longText ? 8 : 2)));
  }
  const last = trim(shaped(longText), budget);
  return projection(listed(last.value), last.leftOut);
}

/** An answer for a program. A table that the client has read from CSV or NDJSON is a list of records. */
function plainOf(answer: unknown, paths: readonly string[] | undefined): unknown {
  const records = recordsOf(answer);
  return paths?.length ? pickFields(records, paths) : records;
}

/** Combines what two steps left out. The totals are those of the first step. */
function combined(first: readonly LeftOut[], then: readonly LeftOut[]): LeftOut[] {
  const keyOf = ({ path, fields }: LeftOut): string => `${fields ? 'fields' : 'list'} ${path}`;
  const all = new Map(first.map((one) => [keyOf(one), one]));
  for (const one of then) all.set(keyOf(one), { ...one, of: Math.max(one.of, all.get(keyOf(one))?.of ?? 0) });
  return [...all.values()];
}

const isNested = (name: string): boolean => name.includes('.');

/** The record without the nested fields `record.field` that are named. */
function withoutRepeats(value: unknown, names: readonly string[]): unknown {
  if (!isFields(value)) return value;
  return names.reduce<Readonly<Record<string, unknown>>>((record, name) => {
    const [outer = '', inner = ''] = name.split('.');
    const part = record[outer];
    if (!isFields(part) || !Object.hasOwn(part, inner)) return record;
    const { [inner]: _repeated, ...rest } = part;
    return { ...record, [outer]: rest };
  }, value);
}

/** Removes these fields from the record or from each record of a list, and returns which of them had content. */
function without(
  value: unknown,
  unwanted: readonly string[],
): { readonly shown: unknown; readonly hidden: readonly string[] } {
  const records = (Array.isArray(value) ? value : [value]).filter(isFields);
  const hidden = unwanted.filter((name) => records.some((record) => !isEmpty(record[name])));
  if (hidden.length === 0) return { shown: value, hidden };
  const lessOf = (record: unknown): unknown =>
    isFields(record) ? Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.includes(name))) : record;
  return { shown: Array.isArray(value) ? value.map(lessOf) : lessOf(value), hidden };
}

const becomesTable = (value: unknown): boolean => Array.isArray(value) && isTable(toTable(value));

function emptyColumns(records: unknown): string[] {
  if (!Array.isArray(records) || records.length === 0) return [];
  return Object.keys(records[0] as object).filter((name) =>
    records.every((record) => isEmpty((record as Record<string, unknown>)[name])),
  );
}

/**
 * Columns after the first in which all rows have the same word, number or boolean; undefined if there are none. They are shown
 * outside of the data, which is why prose stays in its column.
 */
function sameColumns(value: unknown): Fields | undefined {
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

/** Number of rows from which equal values are summarized: as many as make a table. */
const minSame = 6;

function firstLength(
  picked: unknown,
  fields: readonly string[] | undefined,
  format: 'concise' | 'detailed',
  budget: number,
): number {
  if (fields?.length || format === 'detailed') return budget;
  return Array.isArray(picked) && picked.length > 1 ? 300 : 1_500;
}

/** Converts tables to lists of records, so that fields are picked and left out in the same way in both. */
function withRecords(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((one) => withRecords(one, depth - 1));
  if (isTable(value)) return toRecords(value).map((one) => withRecords(one, depth - 1));
  return Object.fromEntries(
    Object.entries(definedFields(value)).map(([name, field]) => [name, withRecords(field, depth - 1)]),
  );
}

function withTables(value: unknown): unknown {
  if (Array.isArray(value)) return toTable(value);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withTables(field)]));
}
