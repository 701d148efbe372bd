import { isFields, type Fields } from '../../base/json/is-fields.ts';
import type { Answer, Operation } from '../../catalog/index.ts';
import { contentOf } from './content.ts';
import { maxJsonBytes } from './read-json.ts';
import type { DecodedResponse, RawResponse } from './decoded-response.ts';
import { quoted } from '../../base/text/quoted.ts';

/** Text that says how the format of a successful answer differs from the declared one; undefined if it does not. `data`: the decoded answer. */
export function unexpectedForm({ answer }: Operation, data: unknown): string | undefined {
  if (data === null || data === undefined)
    return hasContent(answer) ? 'nothing: the platform accepted the call and answered with an empty body' : undefined;
  return isDeclared(answer, data)
    ? undefined
    : `${formOf(data)} instead of ${words[answer.kind]}: handed over as it came`;
}

function isDeclared(answer: Answer, data: unknown): boolean {
  if (isText(data) || (answer.kind !== 'binary' && isFile(data))) return false;
  if (answer.kind === 'csv' || answer.kind === 'ndjson')
    return isFields(data) && Array.isArray(data['columns']) && Array.isArray(data['rows']);
  return !('shape' in answer) || contentOf(answer, data).isDeclared;
}

/** Maximum characters quoted of an undecodable answer. */
const maxQuoted = 200;

/** Maximum characters of a web page from which tags are stripped for the quote. */
const maxLookedAt = 20_000;

/** Text that describes what the platform returned in place of the declared answer. `data`: the decoded answer. */
export function describeAnswer({ answer }: Operation, { data }: Pick<DecodedResponse, 'data'>): string {
  if (isFile(data) && data['size_bytes'] > maxJsonBytes && answer.kind !== 'binary')
    return `${megabytes(data['size_bytes'])} MB, of which this program reads ${megabytes(maxJsonBytes)}; ask for less, such as with per_page`;
  const differs = `${formOf(data)} instead of ${words[answer.kind]}`;
  if (!isText(data)) return differs;
  const { media_type: _, size_bytes: __, ...text } = data;
  const beginning = Object.values(text).join('').slice(0, maxLookedAt);
  return `${differs}: ${quoted(beginning.replaceAll(/<(style|script)\b[^]*?<\/\1>|<[^<>]*>/gi, ' '), maxQuoted)}`;
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024);

function formOf(data: unknown): string {
  if (data === null || data === undefined) return 'nothing';
  if (Array.isArray(data)) return `a list of ${data.length}`;
  if (!isFields(data)) return `only ${quoted(String(data), maxQuoted)}`;
  const type = isText(data) ? data['media_type'] : isFile(data) ? data['mime_type'] : undefined;
  if (type !== undefined) return /^[\w.+-]+\/[\w.+-]+/.exec(String(type))?.[0] ?? 'another form';
  const names = Object.keys(data);
  return names.length === 0 ? 'an object without fields' : `an object of ${quoted(names.join(', '), maxQuoted)}`;
}

/** The only fields of a decoded file or text. A record of the platform that has some of them has others too. */
const formFields: ReadonlySet<string> = new Set(['mime_type', 'media_type', 'size_bytes', 'digest', 'kept']);

const ownFields = (data: Fields): number => Object.keys(data).filter((name) => !formFields.has(name)).length;

/** Whether decoded data stands for a file: it has the media type and the size only. */
export const isFile = (data: unknown): data is Fields & { readonly size_bytes: number } =>
  isFields(data) &&
  typeof data['mime_type'] === 'string' &&
  typeof data['size_bytes'] === 'number' &&
  ownFields(data) === 0;

/** Whether decoded data is a text: one field beside its media type. */
const isText = (data: unknown): data is Fields =>
  isFields(data) && typeof data['media_type'] === 'string' && ownFields(data) <= 1;

/** The bytes of an answer that is a file, or a text too long to return whole; undefined for other answers. */
export const fileIn = ({ data, raw }: Pick<DecodedResponse, 'data' | 'raw'>): RawResponse | undefined =>
  isFile(data) || isLongText(data) ? raw : undefined;

/** Whether decoded data is the beginning of a text that was too long to return whole. */
export const isLongText = (data: unknown): boolean => isText(data) && typeof data['size_bytes'] === 'number';

const words: Readonly<Record<Answer['kind'], string>> = {
  flat: 'a JSON object',
  one: 'a JSON object',
  list: 'JSON rows',
  rows: 'JSON rows',
  csv: 'CSV',
  ndjson: 'NDJSON',
  binary: 'a file',
  nothing: 'nothing',
};

const hasContent = (answer: Answer): boolean =>
  answer.kind !== 'nothing' && !(answer.kind === 'flat' && Object.keys(answer.shape).length === 0);
