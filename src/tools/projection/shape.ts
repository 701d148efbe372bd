import type { Fence } from './fence.ts';
import { isFields } from './records.ts';

export interface Shaping {
  /** Leave out nulls, empty texts and empty lists. That an id is null is an answer, and stays. */
  readonly sparse: boolean;
  /** Characters a text may have. */
  readonly longest: number;
  readonly fence: Fence;
  /** Told of each text that is cut. */
  readonly onCut?: () => void;
}

/** A text from this many characters on, or with line breaks, counts as written by people. */
export const longText = 200;

/**
 * `value` with long texts cut and fenced and, if asked, without what is empty. Ids are never cut, and the
 * records of a list never dropped. A cut text ends in what is missing and in the path that gives the rest.
 */
export function shape(value: unknown, shaping: Shaping, path = ''): unknown {
  if (typeof value === 'string') return shapeText(value, shaping, path);
  if (Array.isArray(value)) return value.map((one) => shape(one, shaping, path));
  if (!isFields(value)) return value;
  const fields = Object.entries(value).filter(([name, field]) => !shaping.sparse || !isEmpty(field) || (field === null && isId(name)));
  return Object.fromEntries(fields.map(([name, field]) => [name, isId(name) ? field : shape(field, shaping, path ? `${path}.${name}` : name)]));
}

function shapeText(text: string, { longest, fence, onCut }: Shaping, path: string): string {
  if (isPlain(text)) return text;
  if (text.length <= longest) return fence.wrap(text);
  onCut?.();
  const kept = wholeCharacters(text, longest);
  const rest = path ? `; fields ["${path}[${kept.length}:]"] gives the rest` : '';
  return `${fence.wrap(kept)} (+${text.length - kept.length} characters${rest})`;
}

/** Short, or one word such as an address or a token. */
const isPlain = (text: string): boolean => text.length < longText ? !text.includes('\n') : text.length < 2_000 && !/\s/.test(text);

/** The first `length` code units, without half a character at the end. */
const wholeCharacters = (text: string, length: number): string => {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};

/** Says nothing: null, an empty text, list or object. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0) || (isFields(value) && Object.keys(value).length === 0);

const isId = (name: string): boolean => name === 'id' || name.endsWith('_id') || name.endsWith('_ids');
