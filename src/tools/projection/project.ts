import { recordsOf } from '../../client/answers/pages/index.ts';
import { type MissingFields, missingFields, pickFields } from './pick-fields.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { isEmpty, type LeftOut, visiblePart } from './visible-part.ts';

export interface ProjectionOptions {
  /** Dotted paths to keep; texts they name are not shortened. */
  readonly fields?: readonly string[] | undefined;
  readonly format?: 'concise' | 'detailed' | undefined;
  /** Fields of the records that the concise view leaves out, unless `fields` says what to keep. */
  readonly hide?: readonly string[] | undefined;
  /** Maximum characters of JSON of the projection. */
  readonly budget?: number | undefined;
  /** `records`: lists of any length stay lists, for results with a published schema. Absent: long lists become tables. */
  readonly lists?: 'records' | undefined;
}

export interface Projection {
  readonly data: unknown;
  /** The data for programs: only the parts in `fields`, if given; records, never tables. */
  readonly plain: () => unknown;
  readonly leftOut: readonly LeftOut[];
  /** Whether no record was left out and no text cut. */
  readonly whole: boolean;
  /** Existing fields that the concise view leaves out. */
  readonly hidden: readonly string[];
  /** Explanation of the marks in the texts. */
  readonly note: string | undefined;
  /** Set if `fields` names something that the answer does not have: the missing and the existing names. */
  readonly strange: MissingFields | undefined;
}

/** About 8,000 tokens at four characters each, minus the text around the answer. */
export const resultBudget = 31_000;

/**
 * The part of an answer that a model sees: picked by `fields`, without empty fields (`concise`), cleaned of hidden
 * characters, long lists as tables, long texts cut and fenced, and no longer than `budget` in total.
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
  const { data, leftOut, isTextCut, note } = visiblePart(shown, {
    budget,
    longest: sparse ? maxTextChars(shown) : budget,
    sparse,
    tables: lists !== 'records',
  });
  return {
    data,
    plain: () => plain,
    leftOut,
    whole: !isTextCut && leftOut.length === 0,
    hidden,
    note,
    strange: isPicked ? missingFields(records, paths) : undefined,
  };
}

/** Maximum characters of a text in the concise view: shorter in a list, which is skimmed, than in a single record. */
const maxTextChars = (shown: unknown): number => (Array.isArray(shown) && shown.length > 1 ? 300 : 1_500);

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
