import { isFields } from '../../json/is-fields.ts';
import { snakeCased } from '../../json/snake-cased.ts';
import type { Answer, Operation } from '../../catalog/operation.ts';

/**
 * Throws a plain error if the body of a success is not of the declared kind: a web page or an object in place of rows must not be read as
 * "there are none". Fields are not checked, since the platform may add and remove some.
 * @param data the body without its envelope
 */
export function checkFit(answer: Answer, body: unknown, data: unknown): void {
  const isRows = answer.kind === 'list' || answer.kind === 'rows';
  const fits =
    answer.kind === 'nothing' ||
    // If the contract declares no fields, both a list and an object are accepted.
    (!isShown(answer) && (isFields(body) || Array.isArray(body))) ||
    (isShown(answer) && (isRows ? Array.isArray(data) : isFields(body) || isFields(data)));
  if (!fits) throw notDeclared(answer);
}

/** Throws a plain error if an empty body is not an answer, as that of a successful write is. */
export function checkBlank({ answer, method }: Operation, status: number): void {
  const isWritten = method !== 'GET' && (status === 204 || !isShown(answer));
  if (answer.kind !== 'nothing' && !isWritten) throw notDeclared(answer);
}

const notDeclared = ({ kind }: Answer): Error => new Error(`the answer is not the ${kind} that is declared`);

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
 * Throws a plain error if the header of a CSV document has none of the declared columns, as a text that was sent in its place. Where the
 * contract does not show them, a table with rows may have any.
 */
export function checkColumns(
  { columns: declared, assumed }: Extract<Answer, { kind: 'csv' }>,
  { columns, rows }: { readonly columns: readonly string[]; readonly rows: readonly unknown[] },
): void {
  const isKnown = columns.some((column) => declared.includes(snakeCased(column.trim())));
  if (!isKnown && !(assumed && rows.length > 0)) throw new Error('the answer has none of the declared columns');
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

/** Whether the contract declares fields of the answer. */
const isShown = (answer: Answer): boolean =>
  answer.kind !== 'nothing' &&
  !('assumed' in answer && answer.assumed === true) &&
  !(answer.kind === 'flat' && Object.keys(answer.shape).length === 0);
