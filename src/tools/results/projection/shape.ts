import type { Fence } from '../../../base/text/fence.ts';
import { maxIdLength } from '../../../base/text/bounds.ts';
import { imitates } from '../../../base/text/imitates.ts';
import { oneLine, wholeCharacters } from '../../../base/text/one-line.ts';
import { isFields } from '../../../base/json/is-fields.ts';

export interface Shaping {
  /** Whether to leave out nulls, empty texts and empty lists. An id that is null is kept, since that is information. */
  readonly sparse: boolean;
  /** Characters a text may have. */
  readonly longest: number;
  readonly fence: Fence;
  /** Called for each text that is cut. */
  readonly onCut?: (() => void) | undefined;
}

/** Length in characters from which a text gets its own fence. */
export const longText = 200;

/**
 * `value` with its texts bounded and fenced and, if asked, without empty fields; short plain texts and addresses stay as they are. Ids are
 * one line and bounded. No item of a list is left out. A cut text ends in the number of characters that are missing and, where the text
 * has a path, in the argument that gives the rest.
 */
export function shape(value: unknown, shaping: Shaping, path = ''): unknown {
  if (typeof value === 'string') return shapeText(value, shaping, path);
  if (Array.isArray(value)) return value.map((one) => shape(one, shaping, path));
  if (!isFields(value)) return value;
  const fields = Object.entries(value).filter(
    ([name, field]) => !shaping.sparse || !isEmpty(field) || (field === null && isId(name)),
  );
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      shape(isId(name) ? boundedIds(field) : field, shaping, path ? `${path}.${name}` : name),
    ]),
  );
}

function shapeText(text: string, { longest, fence, onCut }: Shaping, path: string): string {
  if (isPlain(text)) return text;
  if (text.length <= longest) return fence.wrap(text);
  onCut?.();
  const beginning = wholeCharacters(text, longest);
  const rest = path ? `; fields ["${path}[${beginning.length}:]"] gives the rest` : '';
  return `${fence.wrap(beginning)} (+${text.length - beginning.length} characters${rest})`;
}

/** Whether a text needs no fence: it is short, on one line and does not imitate a frame, or it is a URL, which must stay intact. */
const isPlain = (text: string): boolean =>
  text.length <= longText ? !text.includes('\n') && !imitates(text) : text.length <= maxAddress && isAddress(text);

const maxAddress = 2_000;
const isAddress = (text: string): boolean => /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text);

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
