import { isFields } from '../../base/json/is-fields.ts';
import * as z from 'zod';
import type { Answer, Arguments, Operation } from '../../catalog/index.ts';
import { contentOf, readCsv, readJson, readNdjson } from '../../client/answers/index.ts';
import type { WireResponse } from '../../client/index.ts';
import { compareType, declaredFields, shapeOf, type Comparison } from './compare-type.ts';
import type { Finding } from './verification.ts';

/** An answer, compared with its declaration. */
export interface ComparedAnswer {
  readonly findings: readonly Finding[];
  readonly fields: { readonly seen: number; readonly of: number };
  /** Content of the answer without its wrappers: rows or an object, in which ids for other operations are found. */
  readonly content: unknown;
}

/** Compares a success with what its operation declares: status, media type, form, page and fields. */
export async function compareAnswer(
  operation: Operation,
  input: Arguments,
  { status, headers, body }: WireResponse,
): Promise<ComparedAnswer> {
  const { answer } = operation;
  const findings: Finding[] = [];
  const statuses = [operation.status, ...Object.keys(operation.otherwiseStatus).map(Number)];
  if (!statuses.includes(status))
    findings.push({ kind: 'status', path: '', expected: statuses.join(' or '), seen: String(status) });
  const nothing = { fields: { seen: 0, of: 0 }, content: undefined };
  if (status === 204 || answer.kind === 'nothing') return { findings, ...nothing };
  const mime = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  // An answer of one text may come as plain text instead of JSON.
  const mayBeText = answer.kind === 'flat' && answer.textField !== undefined;
  if (mayBeText && mime.startsWith('text/') && mime !== 'text/html') return { findings, ...nothing };
  const media = mediaOf(answer);
  const fits = media.form.test(mime);
  if (!fits) findings.push({ kind: 'media_type', path: '', expected: media.name, seen: mediaShown(mime) });
  if (answer.kind === 'binary') return { findings, ...nothing };
  const parsed = await parse(answer, body).catch(() => undefined);
  const { path, inWords } = forms[answer.kind];
  if (!parsed) {
    const seen = body.byteLength === 0 ? 'empty' : 'unreadable';
    if (fits) findings.push({ kind: 'shape', path: '', expected: inWords, seen });
    return { findings, ...nothing };
  }
  const comparison: Comparison = { findings, seen: new Set() };
  const content = compareContent(answer, parsed.value, comparison);
  comparePages(operation, input, parsed.value, findings);
  const declared = new Set<string>();
  if ('shape' in answer) declaredFields(z.looseObject(answer.shape), path, declared);
  const seenPaths = [...comparison.seen].filter((path) => declared.has(path));
  return {
    findings: unique(findings),
    fields: { seen: seenPaths.length, of: declared.size },
    content,
  };
}

async function parse(answer: Answer, body: Uint8Array): Promise<{ readonly value: unknown }> {
  if (answer.kind === 'csv') return { value: (await readCsv(body)).table };
  if (answer.kind === 'ndjson') return { value: (await readNdjson(body)).table };
  return { value: readJson(body) };
}

/** The form of each kind of answer, and the path of its fields. */
const forms = {
  list: { path: 'data[]', inWords: '{data: list}' },
  one: { path: 'data', inWords: '{data: object}' },
  rows: { path: '[]', inWords: 'list' },
  flat: { path: '', inWords: 'object' },
  csv: { path: '', inWords: 'table' },
  ndjson: { path: '[]', inWords: 'rows' },
} as const;

/** Compares form and fields, and returns the content. Content in an undeclared wrapper is still compared. */
function compareContent(answer: Answer, value: unknown, comparison: Comparison): unknown {
  const { findings } = comparison;
  if (answer.kind === 'csv') {
    if (answer.assumed) return undefined;
    const columns = (value as { columns?: readonly string[] | undefined }).columns ?? [];
    for (const column of answer.columns)
      if (!columns.includes(column))
        findings.push({ kind: 'missing', path: column, expected: 'column', seen: 'absent' });
    return undefined;
  }
  if (answer.kind === 'ndjson' || !('shape' in answer)) return undefined;
  const type = z.looseObject(answer.shape);
  const { path, inWords } = forms[answer.kind];
  // An answer that the contract does not show may have any form.
  const isShown = !('assumed' in answer && answer.assumed === true) && Object.keys(answer.shape).length > 0;
  const { data } = contentOf(answer, value);
  const isDeclaredForm = hasForm(answer, value);
  if (!isDeclaredForm && isShown) findings.push({ kind: 'shape', path: '', expected: inWords, seen: formSeen(value) });
  if (answer.kind === 'list' || answer.kind === 'rows') {
    if (!Array.isArray(data)) return undefined;
    for (const row of data) compareType(type, row, path, comparison);
    return data;
  }
  if (!isFields(data)) return data;
  // A different kind of value lacks all fields, which the finding on its form already says.
  const hasField = Object.keys(answer.shape).some((name) => Object.hasOwn(data, name));
  if (isDeclaredForm || !isShown || hasField) compareType(type, data, path, comparison);
  return data;
}

/** Whether the wrappers are the declared ones. */
function hasForm(answer: Exclude<Answer, { kind: 'csv' | 'ndjson' | 'binary' | 'nothing' }>, value: unknown): boolean {
  switch (answer.kind) {
    case 'list':
      return isFields(value) && Array.isArray(value['data']);
    case 'rows':
      return Array.isArray(value);
    case 'one':
      return isFields(value) && isFields(value['data']);
    case 'flat':
      return isFields(value) && ('data' in answer.shape || answer.anyWrapper === true || !isOnlyWrapped(value));
  }
}

/** Whether an object is only the wrapper of another one. */
const isOnlyWrapped = (value: Readonly<Record<string, unknown>>): boolean =>
  isFields(value['data']) && Object.keys(value).every((name) => ['data', 'meta', 'links'].includes(name));

const formSeen = (value: unknown): string =>
  isFields(value) && 'data' in value ? `{data: ${shapeOf(value['data'])}}` : shapeOf(value);

/** Compares the page of a list that the contract shows, also of the list under `pages`. */
function comparePages({ answer, input }: Operation, args: Arguments, value: unknown, findings: Finding[]): void {
  if (answer.kind === 'flat' && isFields(value) && 'pages' in answer.shape)
    comparePage(args['per_page'], value['pages'], 'pages.', findings);
  if (answer.kind !== 'list' || answer.assumed || 'offset' in input.shape) return;
  const requestedSize = args['per_page'] ?? answer.perPage;
  comparePage(
    answer.maxPerPage === undefined ? requestedSize : Math.min(Number(requestedSize), answer.maxPerPage),
    value,
    '',
    findings,
  );
}

/**
 * Compares the stated page figures with the request and with the rows (docs/platform/conventions.md#lists). Only the first
 * difference is reported, since nothing else follows from a wrong total.
 * @param asked maximum rows of a page; undefined for a list without stated pages, which has all rows
 */
function comparePage(asked: unknown, value: unknown, at: string, findings: Finding[]): void {
  if (!isFields(value) || !Array.isArray(value['data'])) return;
  const rows = value['data'].length;
  const { meta } = value;
  const page = (path: string, expected: string, seen: string): void =>
    void findings.push({ kind: 'page', path: `${at}${path}`, expected, seen });
  const size = Number(asked ?? Number.POSITIVE_INFINITY);
  if (rows > size) return page('data', 'at most the requested number of rows', 'more rows');
  // Only a list with several pages has to state them.
  if (meta === undefined && asked === undefined) return;
  if (!isFields(meta)) return page('meta', 'object', shapeOf(meta));
  // Only whole numbers can be right.
  const stated = (name: string): number => (Number.isInteger(meta[name]) ? Number(meta[name]) : Number.NaN);
  const [total, per] = [stated('total'), stated('per_page')];
  const isFull = total <= rows || rows >= Math.min(size, per);
  const lastPage = Math.max(1, Math.ceil(total / Math.max(1, per)));
  const first = [
    { path: 'meta.total', fits: total >= rows, expected: 'an integer, at least the rows of the page' },
    { path: 'meta.current_page', fits: stated('current_page') === 1, expected: 'the requested page' },
    { path: 'meta.per_page', fits: asked === undefined || per === size, expected: 'the requested size' },
    { path: 'data', fits: isFull, expected: 'a full page, as there are more rows' },
    { path: 'meta.last_page', fits: stated('last_page') === lastPage, expected: 'total divided by per_page' },
  ].find(({ fits }) => !fits);
  if (first) page(first.path, first.expected, 'something else');
}

function mediaOf(answer: Answer): { readonly name: string; readonly form: RegExp } {
  if (answer.kind === 'csv') return { name: 'text/csv', form: /^text\/(csv|plain)$/ };
  if (answer.kind === 'ndjson') return { name: 'application/x-ndjson', form: /ndjson|jsonl|json-seq/ };
  // The OpenAPI document is the only file that is requested.
  if (answer.kind === 'binary') return { name: answer.mime, form: /^application\/yaml$/ };
  return { name: 'application/json', form: /^application\/json$|\+json$/ };
}

/** A media type that can be published; `none` for a text of any other form. */
const mediaShown = (mime: string): string => (/^[a-z]+\/[a-z0-9.+-]{1,60}$/.test(mime) ? mime : 'none');

/** Findings without repetitions: the rows of a list often differ in the same way. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((one) => [`${one.kind} ${one.path} ${one.expected} ${one.seen}`, one])).values()];
}
