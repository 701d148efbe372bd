import { maxIdLength } from '../../base/text/bounds.ts';
import { cleanEntries } from '../../base/text/clean-deep.ts';
import { createFence } from '../../base/text/fence.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { toTable } from './table.ts';
import { longText, visibleText } from './visible-text.ts';

/** Records left out of a list, and the path of the list. */
export interface LeftOut {
  /** Dotted path of the list; empty for the answer itself. */
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  /** Whether fields of a record were left out, rather than records of a list. */
  readonly fields?: true | undefined;
}

export interface VisiblePart {
  readonly data: unknown;
  readonly leftOut: readonly LeftOut[];
  readonly isTextCut: boolean;
  /** Explanation of the marks in the texts. */
  readonly note: string | undefined;
}

export interface ViewOptions {
  /** Characters of JSON. */
  readonly budget: number;
  /** Maximum characters of one text; the budget may allow fewer. */
  readonly longest: number;
  /** Whether to leave out nulls, empty texts and empty lists. A null id is kept, since it is information. */
  readonly sparse: boolean;
  /** Whether a list of records may become a table where that is shorter. */
  readonly tables: boolean;
}

/** Maximum numbers of what is shown of an answer. */
interface Limits {
  /** Records of a list. */
  readonly records?: number | undefined;
  /** Characters of a text. */
  readonly text?: number | undefined;
  /** Fields of an object, and entries of a list inside a record. */
  readonly width?: number | undefined;
}

/**
 * As much of `answer` as fits into the budget: the first records of its lists. Only if one record is too long, its
 * texts are shortened and, if necessary, its fields left out. One attempt takes time in proportion to the budget, not
 * to the answer.
 */
export function visiblePart(answer: unknown, options: ViewOptions): VisiblePart {
  const { budget, longest, sparse } = options;
  const known = new Map<object, Entries>();
  const show = (limits: Limits): VisiblePart | undefined => partWithin(answer, limits, options, entriesOf);
  return (
    show({}) ??
    largest(budget, (records) => show({ records })) ??
    largest(longest, (text) => show({ records: 1, text: Math.max(text, longText) })) ??
    largest(budget, (width) => show({ records: 1, text: longText, width })) ?? {
      data: '…',
      leftOut: [],
      isTextCut: true,
      note: undefined,
    }
  );

  /** The fields of a record that are shown. Each record is examined once, since it may have a million fields. */
  function entriesOf(record: object): Entries {
    const entries = known.get(record) ?? cleanEntries(record).filter(isShown);
    known.set(record, entries);
    return entries;
  }

  function isShown([name, field]: Entries[number]): boolean {
    return field !== undefined && (!sparse || !isEmpty(field) || (field === null && isId(name)));
  }
}

type Entries = readonly (readonly [name: string, field: unknown])[];

/** The result for the largest count below `most` that has one; undefined if 1 has none. */
function largest<T>(most: number, resultFor: (count: number) => T | undefined): T | undefined {
  let best = resultFor(1);
  if (best === undefined) return undefined;
  for (let [low, high] = [1, most]; high - low > 1;) {
    const middle = Math.floor((low + high) / 2);
    const result = resultFor(middle);
    if (result === undefined) high = middle;
    else [best, low] = [result, middle];
  }
  return best;
}

/** Levels of lists and objects; what is nested deeper is shown as "…". */
const maxDepth = 64;

/** The answer within these limits; undefined as soon as it exceeds the budget. */
function partWithin(
  answer: unknown,
  { records = Infinity, text: maxText, width = Infinity }: Limits,
  { budget, longest, tables }: ViewOptions,
  entriesOf: (record: object) => Entries,
): VisiblePart | undefined {
  const fence = createFence();
  const leftOut = new Map<string, LeftOut>();
  let isTextCut = false;
  /** Minimum characters of JSON so far: names of fields are not counted, since a table has them only once. */
  let size = 0;

  const data = visible(answer, [], false, 0);
  if (size > budget || (JSON.stringify(data)?.length ?? 0) > budget) return undefined;
  return { data, leftOut: [...leftOut.values()], isTextCut, note: fence.note };

  function visible(value: unknown, path: readonly string[], isInside: boolean, depth: number): unknown {
    if (typeof value === 'string') {
      const { text, missing } = visibleText(value, maxText ?? longest, fence, path.join('.'));
      isTextCut ||= missing > 0;
      size += text.length + 2;
      return text;
    }
    size += 1;
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) return '…';
    return Array.isArray(value) ? listOf(value, path, isInside, depth + 1) : recordOf(value, path, isInside, depth + 1);
  }

  function listOf(list: readonly unknown[], path: readonly string[], isInside: boolean, depth: number): unknown {
    const most = isInside ? width : records;
    const shown: unknown[] = [];
    for (const one of list) {
      if (shown.length >= most || size > budget) break;
      shown.push(visible(one, path, true, depth));
    }
    if (shown.length < list.length) leave({ path: path.join('.'), shown: shown.length, of: list.length });
    return tables && !isInside ? toTable(shown) : shown;
  }

  function recordOf(record: object, path: readonly string[], isInside: boolean, depth: number): unknown {
    const entries = entriesOf(record);
    const shown: [string, unknown][] = [];
    for (const [name, field] of entries) {
      if (shown.length >= width || size > budget) break;
      shown.push([name, visible(isId(name) ? boundedIds(field) : field, [...path, name], isInside, depth)]);
    }
    if (shown.length < entries.length)
      leave({ path: path.join('.'), shown: shown.length, of: entries.length, fields: true });
    return Object.fromEntries(shown);
  }

  /** Of several lists with the same path, the longest is named. */
  function leave(part: LeftOut): void {
    const key = `${part.fields ? 'fields' : 'list'} ${part.path}`;
    if (part.of > (leftOut.get(key)?.of ?? 0)) leftOut.set(key, part);
  }
}

/** An identifier or a list of identifiers. Longer texts are cut, since prose does not belong there. */
function boundedIds(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= maxIdLength && !value.includes('\n') ? value : oneLine(value, maxIdLength);
  return Array.isArray(value) ? value.map(boundedIds) : value;
}

/** Whether a value has no content: null, or an empty text, list or object. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isFields(value) && Object.keys(value).length === 0);

const isId = (name: string): boolean => name === 'id' || name.endsWith('_id') || name.endsWith('_ids');
