import { isFields, type Fields } from '../../json/is-fields.ts';
import { type KeptFile, keptFileScheme } from '../files/kept-files.ts';
import type { Answer, Operation } from '../../catalog/operation.ts';
import type { Reply } from './reply.ts';
import type { DecodedResponse, RawResponse } from '../decoding/decoded-response.ts';
import { quoted } from '../../text/quoted.ts';

/** In words, how a success differs from what the operation declares; undefined where it does not. `data`: the answer as it was read. */
export function unexpectedForm({ answer }: Operation, data: unknown): string | undefined {
  if (isText(data)) return differs(String(data['media_type']), answer);
  if (answer.kind !== 'binary' && isFile(data)) return differs(String(data['mime_type']), answer);
  if ((data === null || data === undefined) && hasContent(answer))
    return 'nothing: the platform accepted the call and answered with an empty body';
  return undefined;
}

/** Characters of an answer that is no use that are quoted. */
const maxQuoted = 200;

/** Characters of a page that are looked through for its text. */
const maxLookedAt = 20_000;

/** In words, what came in the place of the answer that an operation declares. `data`: the answer as it was read. */
export function whatCame({ answer }: Operation, { data }: Pick<DecodedResponse, 'data'>): string {
  if (data === null || data === undefined) return `nothing, where the contract has ${words[answer.kind]}`;
  const type = isFields(data) ? data['media_type'] : undefined;
  if (typeof type !== 'string') return `${formOf(data)}, where the contract has ${words[answer.kind]}`;
  const text = Object.entries(data as Fields).find(
    ([name, value]) => name !== 'media_type' && typeof value === 'string',
  );
  const beginning = String(text?.[1] ?? '').slice(0, maxLookedAt);
  const quote = quoted(beginning.replaceAll(/<(style|script)\b[^]*?<\/\1>|<[^<>]*>/gi, ' '), maxQuoted);
  return type === 'text/html'
    ? `a web page, as proxies, sign-ins and services under repair give: ${quote}`
    : `${type} instead of ${words[answer.kind]}: ${quote}`;
}

function formOf(data: unknown): string {
  if (Array.isArray(data)) return `a list of ${data.length}`;
  if (!isFields(data)) return `only ${quoted(String(data), maxQuoted)}`;
  const names = Object.keys(data);
  return names.length === 0 ? 'an object without fields' : `an object of ${quoted(names.join(', '), maxQuoted)}`;
}

/** Fields of what stands for a file or a text. A record of the platform that has a media type or a size has others beside them. */
const formFields: ReadonlySet<string> = new Set(['mime_type', 'media_type', 'size_bytes', 'digest', 'kept']);

const ownFields = (data: Fields): number => Object.keys(data).filter((name) => !formFields.has(name)).length;

/** Whether the answer is a file, of which `data` has the type and the size. */
export const isFile = (data: unknown): data is Fields =>
  isFields(data) &&
  typeof data['mime_type'] === 'string' &&
  typeof data['size_bytes'] === 'number' &&
  ownFields(data) === 0;

/** Whether the answer is a text, which `data` has under one name beside its type. */
const isText = (data: unknown): data is Fields =>
  isFields(data) && typeof data['media_type'] === 'string' && ownFields(data) <= 1;

/** The file that an answer is, or the whole of one that was too long to stay a text. */
export const fileIn = ({ data, raw }: Pick<Reply, 'data' | 'raw'>): RawResponse | undefined =>
  isFile(data) || isLongText(data) ? raw : undefined;

/** Whether an answer in text was too long to stay one: the file has all of it. */
const isLongText = (data: unknown): boolean => isText(data) && typeof data['size_bytes'] === 'number';

/** What is known of a file that a paid answer was kept as. */
export const keptIn = (answer: unknown): KeptFile | undefined =>
  isFields(answer) && (isFile(answer) || isLongText(answer)) && isKept(answer['kept']) ? answer['kept'] : undefined;

const isKept = (value: unknown): value is KeptFile & Fields =>
  isFields(value) && typeof value['uri'] === 'string' && value['uri'].startsWith(keptFileScheme);

/** The answer as the platform gave it. */
export function withoutKept(answer: unknown): unknown {
  if (!keptIn(answer)) return answer;
  const { kept: _, ...own } = answer as Fields;
  return own;
}

const differs = (type: string, answer: Answer): string =>
  `${/^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? 'another form'} instead of ${words[answer.kind]}: handed over as it came`;

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
