import { maxIdLength } from '../../base/text/bounds.ts';
import { cleanEntries } from '../../base/text/clean-deep.ts';
import { createFence } from '../../base/text/fence.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { toTable } from './table.ts';
import { longText, visibleText } from './visible-text.ts';

/** Records left out of a list, and where the list stands. */
export interface LeftOut {
  /** Dotted path of the list; empty for the answer itself. */
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  /** Whether fields of one record were left out instead of records of a list. */
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
  /** Characters of one text, unless the budget asks for fewer. */
  readonly longest: number;
  /** Whether to leave out nulls, empty texts and empty lists. An id that is null is kept, since that is information. */
  readonly sparse: boolean;
  /** Whether a list of records may become a table where that is shorter. */
  readonly tables: boolean;
}

/** How much of an answer is shown. */
interface Limits {
  /** Records of a list. */
  readonly records: number;
  /** Characters of a text. */
  readonly text: number;
  /** Fields of an object, and entries of a list inside a record. */
  readonly width: number;
}

/**
 * As much of `answer` as fits into the budget: the first records of its lists. Only where single records are too long are their texts
 * shortened, and in the end their fields left out. One try costs no more than the budget, whatever the answer's size and shape.
 */
export function visiblePart(answer: unknown, options: ViewOptions): VisiblePart {
  const entries = new Map<object, Entries>();
  const show = (limits: Partial<Limits>): VisiblePart | undefined =>
    new View({ records: Infinity, text: longText, width: Infinity, ...limits }, options, entries).show(answer);
  for (let text = Math.max(options.longest, longText); ; text = Math.max(longText, Math.floor(text / 2))) {
    const shown = show({ text }) ?? largest(options.budget, (records) => show({ text, records }));
    if (shown) return shown;
    if (text === longText) break;
  }
  const narrow = largest(options.budget, (width) => show({ records: 1, width }));
  return narrow ?? { data: '…', leftOut: [], isTextCut: true, note: undefined };
}

/** The result for the largest count below `most` that has one, if smaller counts have one too; undefined if 1 has none. */
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

type Entries = readonly (readonly [string, unknown])[];

/** Where a value stands: in the answer itself, as a record of a list, or inside such a record. */
type Place = 'outside' | 'record' | 'inside';

/** Levels of lists and objects; what is nested deeper is shown as "…". */
const maxDepth = 64;

/** Number of fields from which the entries of an object are kept for the next try. */
const manyFields = 50;

/** One try to show an answer within limits. It gives up as soon as the budget is spent. */
class View {
  readonly #limits: Limits;
  readonly #options: ViewOptions;
  readonly #known: Map<object, Entries>;
  readonly #fence = createFence();
  readonly #leftOut = new Map<string, LeftOut>();
  #isTextCut = false;
  /** Characters of JSON so far, at least. */
  #size = 0;
  /** Fields that were looked at. */
  #visits = 0;

  constructor(limits: Limits, options: ViewOptions, known: Map<object, Entries>) {
    this.#limits = limits;
    this.#options = options;
    this.#known = known;
  }

  /** Undefined if it does not fit. */
  show(answer: unknown): VisiblePart | undefined {
    const data = this.#value(answer, [], 'outside');
    if (this.#isFull() || (JSON.stringify(data)?.length ?? 0) > this.#options.budget) return undefined;
    return { data, leftOut: [...this.#leftOut.values()], isTextCut: this.#isTextCut, note: this.#fence.note };
  }

  #isFull(): boolean {
    const { budget } = this.#options;
    return this.#size > budget || this.#visits > budget * 8;
  }

  #value(value: unknown, path: readonly string[], place: Place, depth = 0): unknown {
    if (typeof value === 'string') return this.#text(value, path);
    this.#size += 1;
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) return '…';
    return Array.isArray(value)
      ? this.#list(value, path, place, depth + 1)
      : this.#record(value, path, place, depth + 1);
  }

  #text(whole: string, path: readonly string[]): string {
    const { text, missing } = visibleText(whole, this.#limits.text, this.#fence, path.join('.'));
    this.#isTextCut ||= missing > 0;
    this.#size += text.length + 2;
    return text;
  }

  #list(list: readonly unknown[], path: readonly string[], place: Place, depth: number): unknown {
    const isInside = place !== 'outside';
    const most = isInside ? this.#limits.width : this.#limits.records;
    const shown: unknown[] = [];
    for (const one of list) {
      if (shown.length >= most || this.#isFull()) break;
      shown.push(this.#value(one, path, isInside || shown.length === 0 ? 'inside' : 'record', depth));
    }
    if (shown.length < list.length) this.#leave({ path: path.join('.'), shown: shown.length, of: list.length });
    return this.#options.tables && !isInside ? toTable(shown) : shown;
  }

  #record(record: object, path: readonly string[], place: Place, depth: number): unknown {
    const entries = this.#entriesOf(record);
    const shown: [string, unknown][] = [];
    for (const [name, field] of entries) {
      if (shown.length >= this.#limits.width || this.#isFull()) break;
      // As columns of a table, names are written once.
      if (place !== 'record' || !this.#options.tables) this.#size += name.length + 3;
      const inner = place === 'outside' ? 'outside' : 'inside';
      shown.push([name, this.#value(isId(name) ? boundedIds(field) : field, [...path, name], inner, depth)]);
    }
    if (shown.length < entries.length)
      this.#leave({ path: path.join('.'), shown: shown.length, of: entries.length, fields: true });
    return Object.fromEntries(shown);
  }

  /** Of several lists with one path, the longest is named. */
  #leave(part: LeftOut): void {
    const key = `${part.fields ? 'fields' : 'list'} ${part.path}`;
    if (part.of > (this.#leftOut.get(key)?.of ?? 0)) this.#leftOut.set(key, part);
  }

  #entriesOf(record: object): Entries {
    const known = this.#known.get(record);
    if (known) return known;
    const all = cleanEntries(record);
    this.#visits += all.length;
    const entries = all.filter(
      ([name, field]) =>
        field !== undefined && (!this.#options.sparse || !isEmpty(field) || (field === null && isId(name))),
    );
    if (all.length >= manyFields) this.#known.set(record, entries);
    return entries;
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
