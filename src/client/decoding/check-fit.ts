import { isFields } from '../../json/is-fields.ts';
import type { Answer, Operation } from '../../catalog/operation.ts';
import { unwrapAnswer } from './unwrap-answer.ts';

/**
 * Throws a plain error if the body of a success is not of the declared kind: an empty body, a web page or an object in place of rows must
 * not be read as "there are none". Fields are not checked, since the platform may add and remove some.
 * @param body the parsed document; undefined if it is empty
 */
export function checkFit({ answer, method }: Operation, status: number, body: unknown): void {
  // A write with an empty body has succeeded.
  if (body === undefined && method !== 'GET' && (status === 204 || !isShown(answer))) return;
  if (!fits(answer, body)) throw new Error(`the answer is not the ${answer.kind} that is declared`);
}

/** Throws a plain error if bytes that must be a table are empty, a web page, or, for CSV, a JSON document. */
export function checkTable(kind: 'csv' | 'ndjson', mime: string, body: Uint8Array): void {
  const beginning = beginningOf(body);
  if (beginning.startsWith('<') || (kind === 'csv' && /^[[{]/.test(beginning)))
    throw new Error('the answer is no table');
  // CSV has at least a header row. For NDJSON, the content type distinguishes a stream without rows from a lost body.
  if (beginning === '' && (kind === 'csv' || !/ndjson|jsonl|json-seq/i.test(mime)))
    throw new Error('the answer is empty');
}

/**
 * Throws a plain error if a file of media type `declared` is empty, or if a web page or JSON document of type `mime` was sent in its place.
 * A file declared as arbitrary bytes may be a web page.
 */
export function checkFile(declared: string, mime: string, body: Uint8Array): void {
  const isDocument = (type: string): boolean => /html|json|octet-stream/i.test(type);
  if (body.byteLength === 0 || (isDocument(mime) && !isDocument(declared))) throw new Error('the answer is no file');
}

/** Whether a body is empty or only white space. */
export const isBlank = (body: Uint8Array): boolean => body.byteLength < 64 && beginningOf(body) === '';

/** The first characters of a body, enough to recognise its format. */
const beginningOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, 4_096)).trim();

const isShown = (answer: Answer): boolean =>
  answer.kind !== 'nothing' &&
  !('assumed' in answer && answer.assumed === true) &&
  !(answer.kind === 'flat' && Object.keys(answer.shape).length === 0);

function fits(answer: Answer, body: unknown): boolean {
  if (answer.kind === 'nothing') return true;
  // If the contract declares no fields, both a list and an object are accepted.
  if (!isShown(answer)) return isFields(body) || Array.isArray(body);
  const { data } = unwrapAnswer(answer, body);
  return answer.kind === 'list' || answer.kind === 'rows' ? Array.isArray(data) : isFields(body) || isFields(data);
}
