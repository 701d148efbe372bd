import { definedFields } from '../../base/json/defined-fields.ts';
import { isAlive } from '../../base/job-states.ts';
import type { Operation } from '../../catalog/index.ts';
import type { Credits, JobView, KeptFile, Reply } from '../../client/index.ts';
import { type Page, isFile } from '../../client/answers/index.ts';
import { isWord, holdsProse } from '../../base/text/is-prose.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { platformState } from '../../base/text/platform-state.ts';
import { jobQuestion, questionInWords } from '../questions/job-question.ts';
import { summarizeStartAnswer } from './summarize-start-answer.ts';
import { listCounts } from '../projection/list-counts.ts';
import { project, resultBudget, type Projection, type ProjectionOptions } from '../projection/project.ts';
import type { LeftOut } from '../projection/visible-part.ts';
import type { Link, ToolResult } from '../definition/tool.ts';

/** A successful result of this server's own data: `data` and the fields next to it, as text and structured. */
export function success(data: unknown, beside: Readonly<Record<string, unknown>> = {}): ToolResult {
  const structured = { ok: true, ...definedFields(beside), data };
  return { text: JSON.stringify(structured), structured };
}

/**
 * A success that holds an answer of the platform. `data` comes last: nothing after it is this server's own text, so no
 * text in it can pass for that. If `data` holds prose, `untrusted` announces it beforehand. `started` (the rest of the
 * answer to a start) and `meta` (the rest of an answer with rows) are shortened like any answer. `remarks` describe the
 * shortened form, so programs, which get everything, do not see them.
 */
export function projectionResult(
  projection: Projection,
  beside: Readonly<Record<string, unknown>> = {},
  remarks: Readonly<Record<string, unknown>> = {},
): ToolResult {
  const { started: startAnswer, meta: stated, ...own } = { ...beside, ...remarks };
  const [started, meta] = [bounded(startAnswer, startedBudget), bounded(stated, metaBudget)];
  const untrusted = untrustedIn({
    question: beside['question'],
    started: started.data,
    meta: meta.data,
    data: projection.data,
  });
  const notes = { started_note: started.note, meta_note: meta.note, ...resultNotes(projection) };
  return {
    ...success(projection.data, { ...own, ...notes, untrusted, started: started.data, meta: meta.data }),
    plain: () => plainSuccess(projection.plain(), beside),
  };
}

/** A success for a program: `data` and the fields next to it, unchanged. */
export const plainSuccess = (
  data: unknown,
  beside: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({ ok: true, ...definedFields(beside), data });

/** The names of the parts that hold texts of people or websites; undefined if none does. */
export function untrustedIn(parts: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(parts).filter((name) => holdsProse(parts[name]));
  return names.length > 0 ? names.join(', ') : undefined;
}

/**
 * A result that this program composed from answers of the platform, limited in length; `rest` says how to get what is
 * left out. Its own empty lists stay: that there is no job is an answer. The parts in `onRequest` are shown if `fields`
 * names them; otherwise they are only named, unless `data` has a short form.
 */
export function boundedSuccess(
  data: object,
  beside: Readonly<Record<string, unknown>> = {},
  rest?: string,
  onRequest: Readonly<Record<string, unknown>> = {},
): ToolResult {
  const projection = withEmptyLists(data);
  const hidden = Object.keys(onRequest)
    .filter((name) => !Object.hasOwn(data, name))
    .join(', ');
  return {
    ...projectionResult(projection, beside, {
      ...leftOutOf(projection.leftOut, () => rest),
      not_shown: hidden ? `${hidden}; by fields` : undefined,
    }),
    plain: () => plainSuccess({ ...data, ...onRequest }, beside),
    withFields: (fields) => {
      const picked = project({ ...data, ...onRequest }, { fields });
      return projectionResult(
        picked,
        beside,
        leftOutOf(picked.leftOut, () => rest),
      );
    },
  };
}

/** A result of data that this program has itself, such as its accounts, limited in length. */
export function boundedOwnSuccess(data: object): ToolResult {
  const projection = withEmptyLists(data);
  return success(
    projection.data,
    leftOutOf(projection.leftOut, () => undefined),
  );
}

function withEmptyLists(data: object): Projection {
  const projection = project(data, { lists: 'records' });
  const empty = Object.fromEntries(
    Object.entries(data).filter(([, value]) => Array.isArray(value) && value.length === 0),
  );
  return { ...projection, data: { ...(projection.data as object), ...empty } };
}

/**
 * The platform's answer to a call, as a model sees it; `args` are the call's arguments, `more` further fields of this
 * server. `start` is the operation of the call, if another `operation` answers.
 */
export function replyResult(
  reply: Reply,
  options: ProjectionOptions,
  operation?: Operation,
  args: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
  start = operation,
): ToolResult {
  const page = reply.page;
  const projection = project(withText(reply), {
    hide: operation && hiddenFields(operation),
    ...options,
    budget: options.budget ?? resultBudget - 600,
  });
  const { file, unexpected } = reply;
  const link = file && 'uri' in file ? linkToFile(file) : projection.whole ? undefined : linkTo(reply, operation, args);
  const question = reply.job && jobQuestion(reply.job, reply.data);
  const beside = {
    question: question ? questionInWords(question) : undefined,
    page: page && pageOf(page, operation),
    meta: reply.meta,
    incomplete: reply.incomplete,
    unexpected_form: unexpected,
    file: file && fileLine(file),
    next: reply.shows,
    job: reply.job ? jobLine(reply.job) : undefined,
    started: reply.started,
    credits: reply.credits ? creditsOf(reply.credits, start) : undefined,
    ...unreadOf(reply.unreadRows),
    ...more,
  };
  const result = projectionResult(projection, beside, {
    ...leftOutOf(projection.leftOut, (path, shown) => restOf(path, shown, page, operation, reply.record)),
    meanings: operation?.meanings && meaningsIn(projection.data, operation.meanings),
    started: summarizeStartAnswer(reply.started, reply.job, start),
    scale: operation?.scale,
    counts: listCounts(reply.data, options.fields),
  });
  const pending = operation && reply.job && isAlive(reply.job) ? { pending: reply.job } : {};
  return { ...result, link, question, ...pending };
}

/** The declared fields of an answer that its concise view leaves out. */
const hiddenFields = ({ answer, concise, repeats }: Operation): readonly string[] => [
  ...(concise && 'shape' in answer ? Object.keys(answer.shape).filter((field) => !concise.includes(field)) : []),
  ...(repeats ?? []),
];

/** The answer. If it is a text file, the text is included, since many hosts let a model read no resources. */
function withText({ data, raw }: Reply): unknown {
  if (!raw || !isFile(data) || !/^text\//i.test(raw.mime)) return data;
  return { ...data, text: new TextDecoder().decode(raw.body.subarray(0, maxTextBytes)) };
}

/** Maximum bytes of a text file that are read; a result shows less. */
const maxTextBytes = 200_000;

/** The declared words that occur in the data, with their meanings. */
function meaningsIn(data: unknown, meanings: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const shown = JSON.stringify(data) ?? '';
  const matches = Object.entries(meanings).filter(([word]) => shown.includes(`"${word}"`));
  return matches.length > 0 ? Object.fromEntries(matches) : undefined;
}

/** Maximum characters of `started` and of `meta`. */
const startedBudget = 500;
const metaBudget = 1_000;

/** A field next to the data, shortened like any answer. */
function bounded(value: unknown, budget: number): { readonly data?: unknown; readonly note?: string | undefined } {
  return value === undefined ? {} : project(value, { format: 'detailed', budget });
}

/** Link to the whole of a result that is shown in part: the result of a job, or CSV or NDJSON that is free to read again. */
function linkTo(
  { job, raw, record }: Reply,
  operation: Operation | undefined,
  args: Readonly<Record<string, unknown>>,
): Link | undefined {
  const mime = raw ? mimeTypeOf(raw.mime) : {};
  const paid = job ? (job.state === 'completed' ? job.job_id : undefined) : record;
  if (paid !== undefined)
    return { uri: `visibility://jobs/${paid}/result`, name: 'job_result', title: 'The whole result', ...mime };
  if (!raw || operation?.effect !== 'read') return undefined;
  const call = encodeURIComponent(JSON.stringify({ operation: operation.name, arguments: args }));
  return { uri: `visibility://reads/${call}`, name: 'read', title: 'The whole answer', ...mime };
}

/** Link to a file that the platform answered with: whole, under its own type. */
export const linkToFile = ({ uri, name, mime_type }: Extract<KeptFile, { uri: string }>): Link => ({
  uri,
  name: 'saved',
  title: oneLine(name, 120),
  ...mimeTypeOf(mime_type),
});

/** The rest of what a caller needs to know about a kept file. The name may come from the platform. */
export const fileLine = (file: KeptFile): Record<string, unknown> =>
  'uri' in file
    ? { uri: file.uri, name: oneLine(file.name, 120), expires_at: file.expires_at }
    : { not_kept: file.not_kept };

/** Matches a valid media type (RFC 6838): the platform may send any text as one. */
function mimeTypeOf(mediaType: string): { mimeType?: string | undefined } {
  const type = /^\s*([a-z0-9][\w.+-]{0,63}\/[a-z0-9][\w.+-]{0,63})\s*(?:;|$)/i.exec(mediaType)?.[1];
  return type === undefined ? {} : { mimeType: type };
}

/** The state of a job, without its arguments and data. */
export function jobLine({
  arguments: _arguments,
  data: _data,
  credits: _credits,
  ...line
}: JobView): Record<string, unknown> {
  const next = line.next ?? (isAlive(line) ? waitOn(line.job_id) : undefined);
  return definedFields({
    ...line,
    progress: line.state === 'completed' ? undefined : line.progress,
    platform_state: line.platform_state === line.state ? undefined : platformState(line.platform_state),
    next,
  });
}

const unconfirmedInWords = 'charged is the maximum; credits shows the exact charge';

const waitOn = (jobId: string): string => `job_wait ${JSON.stringify({ job_id: jobId })}`;

/** The cost of a call. A fixed price that is still to be confirmed is not marked, since it will not differ. */
export const creditsOf = (
  { estimated, charged, unconfirmed }: Credits,
  operation: Pick<Operation, 'price'> | undefined,
): Record<string, unknown> => ({
  estimated,
  charged,
  unconfirmed: unconfirmed && operation?.price.kind !== 'fixed' ? unconfirmedInWords : undefined,
});

/** Notes on what the projection left out or changed. */
export function resultNotes({ note, strange, hidden }: Projection): Record<string, unknown> {
  return definedFields({
    not_shown: hidden.length > 0 ? `${hidden.join(', ')}; by fields or format detailed` : undefined,
    note,
    fields_note: strange
      ? `no field ${oneLine(strange.asked.join(', '), 200)}; there are ${namesIn(strange.there)}`
      : undefined,
  });
}

/** The platform's field names, for a sentence of this server: only those that are plain words. */
function namesIn(names: readonly string[]): string {
  const shown = names.filter(isWord).slice(0, 30);
  const rest = names.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} others`] : [])].join(', ');
}

/** The first lists and records of which something is missing. */
const maxLeftOut = 10;

function leftOutOf(
  leftOut: readonly LeftOut[],
  rest: (path: string, shown: number) => string | undefined,
): Record<string, unknown> {
  if (leftOut.length === 0) return {};
  return {
    left_out: leftOut.slice(0, maxLeftOut).map(({ path, shown, of, fields }) => {
      const hasPlainName = path.split('.').every((part) => part === '' || isWord(part));
      const name = hasPlainName ? path || undefined : 'one whose name is no plain word';
      if (fields)
        return definedFields({
          fields_of: name ?? 'the answer',
          shown,
          of,
          rest: 'the same call with fields that name them',
        });
      return definedFields({ list: name, shown, of, rest: hasPlainName ? rest(path, shown) : undefined });
    }),
  };
}

/** The note on rows of a table that is larger than this server reads. */
export const unreadOf = (unreadRows: Reply['unreadRows']): Record<string, unknown> =>
  unreadRows ? { not_read: `The answer is larger than this server reads: ${unreadRows} rows left out.` } : {};

/** How to get the records after `shown`. Repeating a paid call for them would cost again. */
function restOf(
  path: string,
  shown: number,
  page: Page | undefined,
  operation: Operation | undefined,
  record: string | undefined,
): string {
  if (page && path === '' && takesPage(operation))
    return `the same call with per_page ${shown}, or with fields ["[${shown}:]"]`;
  const fields = `fields ["${path}[${shown}:]"]`;
  if (operation?.effect !== 'paid') return `the same call with ${fields}, or fewer fields`;
  const id = record === undefined ? 'job_wait' : waitOn(record);
  return `${id} with ${fields}; repeating the call would cost again`;
}

/** The page of the result; undefined for a whole list without pages. */
function pageOf(page: Page, operation: Operation | undefined): Record<string, unknown> | undefined {
  const takesPages = takesPage(operation);
  if (page.last_page <= 1 && !takesPages) return undefined;
  return { ...page, next: takesPages && page.page < page.last_page ? { page: page.page + 1 } : undefined };
}

const takesPage = (operation: Operation | undefined): boolean => Object.hasOwn(operation?.input.shape ?? {}, 'page');
