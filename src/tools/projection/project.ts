import { cleanDeep } from './clean-text.ts';
import { createFence } from './fence.ts';
import { fit, sizeOf, type LeftOut } from './fit.ts';
import { pickFields, strangeFields, topFields } from './pick-fields.ts';
import { isFields, isTable, toRecords, toTable } from './records.ts';
import { isEmpty, longText, shape } from './shape.ts';

export interface ProjectionOptions {
  /** Dotted paths to keep; texts they name are not shortened. */
  readonly fields?: readonly string[];
  readonly format?: 'concise' | 'detailed';
  /** Fields of the records that the concise view leaves out, unless `fields` says what to keep. */
  readonly hide?: readonly string[];
  /** Characters of JSON the projection may take. */
  readonly budget?: number;
}

export interface Projection {
  readonly data: unknown;
  readonly leftOut: readonly LeftOut[];
  /** Whether no record was left out and no text cut. */
  readonly whole: boolean;
  /** Fields that are there and that the concise view leaves out. */
  readonly hidden: readonly string[];
  /** Columns of a table that hold nothing, which the concise view leaves out. */
  readonly empty: readonly string[];
  /** What a reader has to know about marks in the texts. */
  readonly note: string | undefined;
  /** Where `fields` names something the answer does not have: that, and what there is. */
  readonly strange?: { readonly asked: readonly string[]; readonly there: readonly string[] };
}

/** About 8,000 tokens at four characters each, less what stands around the answer. */
export const resultBudget = 31_000;

/**
 * What a model gets to see of an answer: cleaned of hidden characters, picked by `fields`, without empty
 * fields (`concise`), long lists as tables, long texts cut and fenced, and in all no longer than `budget`.
 * Records are left out whole, from the end; only where single records are too long are their texts cut more.
 */
export function project(answer: unknown, { fields, format = 'concise', hide = [], budget = resultBudget }: ProjectionOptions = {}): Projection {
  const whole = withRecords(cleanDeep(answer));
  const paths = isTable(answer) ? fields?.map((path) => path.replace(/^rows(?=$|[[.])/, '')) : fields;
  const unwanted = paths?.length || format === 'detailed' ? [] : hide;
  const { kept, hidden } = without(whole, unwanted);
  const picked = paths?.length ? pickFields(whole, paths) : kept;
  const asked = paths?.length ? strangeFields(whole, paths) : [];
  const strange = asked.length > 0 ? { strange: { asked, there: topFields(whole) } } : {};
  const empty = isTable(answer) && format === 'concise' && !paths?.length ? emptyColumns(picked) : [];
  const fence = createFence();
  let cut = false;
  const shaped = (longest: number) => {
    cut = false;
    return shape(picked, { sparse: format === 'concise' && !paths?.length, longest, fence, onCut: () => (cut = true) });
  };
  let longest = firstLength(picked, fields, format, budget);
  for (;;) {
    const { value, leftOut } = fit(withTables(shaped(longest)), budget);
    if (sizeOf(value) <= budget || longest <= longText) return { data: value, leftOut, whole: !cut && leftOut.length === 0, hidden, empty, note: fence.note, ...strange };
    longest = Math.max(longText, Math.floor(longest / 2));
  }
}

/** The record, or each of a list, without these fields; and which of them held something. */
function without(value: unknown, unwanted: readonly string[]): { readonly kept: unknown; readonly hidden: readonly string[] } {
  const records = (Array.isArray(value) ? value : [value]).filter(isFields);
  const hidden = unwanted.filter((name) => records.some((record) => !isEmpty(record[name])));
  if (hidden.length === 0) return { kept: value, hidden };
  const lessOf = (record: unknown): unknown => (isFields(record) ? Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.includes(name))) : record);
  return { kept: Array.isArray(value) ? value.map(lessOf) : lessOf(value), hidden };
}

function emptyColumns(records: unknown): string[] {
  if (!Array.isArray(records) || records.length === 0) return [];
  return Object.keys(records[0] as object).filter((name) => records.every((record) => isEmpty((record as Record<string, unknown>)[name])));
}

function firstLength(picked: unknown, fields: readonly string[] | undefined, format: 'concise' | 'detailed', budget: number): number {
  if (fields?.length || format === 'detailed') return budget;
  return Array.isArray(picked) && picked.length > 1 ? 300 : 1_500;
}

/** Tables become lists of records, so that fields are picked and left out in both alike. */
function withRecords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRecords);
  if (isTable(value)) return toRecords(value);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withRecords(field)]));
}

function withTables(value: unknown): unknown {
  if (Array.isArray(value)) return toTable(value);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withTables(field)]));
}
