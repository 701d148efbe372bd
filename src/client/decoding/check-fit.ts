import { isFields } from '../../json/is-fields.ts';
import type { Answer, Operation } from '../../catalog/operation.ts';
import { unwrapAnswer } from './unwrap-answer.ts';

/**
 * Throws a plain error for a success whose body is not what its operation declares: nothing, a page or an object where rows
 * belong must not pass for "there are none". Fields are not checked, since the platform may add and drop some.
 * `body` is the parsed document; undefined for an empty one.
 */
export function checkFit({ answer, method }: Operation, status: number, body: unknown): void {
  // A write with an empty answer has succeeded.
  if (body === undefined && method !== 'GET' && (status === 204 || !isShown(answer))) return;
  if (!fits(answer, body)) throw new Error(`the answer is not the ${answer.kind} that is declared`);
}

/** Throws a plain error where bytes that must be a table are a page, nothing, or, for CSV, a JSON document. */
export function checkTable(kind: 'csv' | 'ndjson', mime: string, body: Uint8Array): void {
  const beginning = beginningOf(body);
  if (beginning.startsWith('<') || (kind === 'csv' && /^[[{]/.test(beginning)))
    throw new Error('the answer is no table');
  // A table has at least its heading; the content type distinguishes a stream without rows from a lost body.
  if (beginning === '' && (kind === 'csv' || !/ndjson|jsonl|json-seq/i.test(mime)))
    throw new Error('the answer is empty');
}

/**
 * Throws a plain error where a file of type `declared` is empty, or a page or a document of type `mime` in its place. What is declared as
 * any bytes may be a page.
 */
export function checkFile(declared: string, mime: string, body: Uint8Array): void {
  const isDocument = (type: string): boolean => /html|json|octet-stream/i.test(type);
  if (body.byteLength === 0 || (isDocument(mime) && !isDocument(declared))) throw new Error('the answer is no file');
}

/** Whether there is nothing to parse. */
export const isBlank = (body: Uint8Array): boolean => body.byteLength < 64 && beginningOf(body) === '';

/** The beginning of a body that is enough to recognise its form. */
const beginningOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, 4_096)).trim();

const isShown = (answer: Answer): boolean =>
  answer.kind !== 'nothing' &&
  !('assumed' in answer && answer.assumed === true) &&
  !(answer.kind === 'flat' && Object.keys(answer.shape).length === 0);

function fits(answer: Answer, body: unknown): boolean {
  if (answer.kind === 'nothing') return true;
  // Where the contract shows nothing, a list is accepted like an object, and an object like a list.
  if (!isShown(answer)) return isFields(body) || Array.isArray(body);
  const { data } = unwrapAnswer(answer, body);
  return answer.kind === 'list' || answer.kind === 'rows' ? Array.isArray(data) : isFields(body) || isFields(data);
}
