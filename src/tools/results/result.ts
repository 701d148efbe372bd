import { isAlive } from '../../job-states.ts';
import type { OperationName } from '../../catalog/operation-types.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Credits, JobView, Page, Reply } from '../../client/call/reply.ts';
import { isWord, holdsProse } from '../../text/is-prose.ts';
import { oneLine } from '../../text/one-line.ts';
import { platformState } from '../../text/platform-state.ts';
import { jobQuestion, questionInWords } from '../jobs/job-question.ts';
import { hiddenFields } from '../projection/hidden-fields.ts';
import { listCounts } from '../projection/list-counts.ts';
import { project, resultBudget, type Projection, type ProjectionOptions } from '../projection/project.ts';
import { isFields } from '../projection/records.ts';
import type { LeftOut } from '../projection/fit.ts';
import { scoreScales } from './score-scales.ts';
import type { Link, ToolResult } from '../tool.ts';

/** A success in this server's own words: `data` and what stands beside it, in both of a result's forms. */
export function success(data: unknown, beside: Readonly<Record<string, unknown>> = {}): ToolResult {
  const structured = { ok: true, ...defined(beside), data };
  return { text: JSON.stringify(structured), structured };
}

/**
 * A success that holds an answer of the platform. `data` comes last: from there to the end nothing is this server's own
 * text, so that no text in it can pass for one. Where `data` holds prose, `untrusted` announces it beforehand.
 */
export function projectionResult(projection: Projection, beside: Readonly<Record<string, unknown>> = {}): ToolResult {
  const { started, ...own } = beside;
  const untrusted = untrustedIn({ question: beside['question'], started, data: projection.data });
  return success(projection.data, { ...own, ...notesOf(projection), untrusted, started });
}

/** The names of the parts that hold texts of people or websites; undefined where none does. */
export function untrustedIn(parts: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(parts).filter((name) => holdsProse(parts[name]));
  return names.length > 0 ? names.join(', ') : undefined;
}

/**
 * A result that this program put together from what the platform said, brought to length; `rest` is how to get what is
 * left out. Its own empty lists stay: that there is no job is an answer. What is in `onRequest` is shown where `fields`
 * name it, and else only named.
 */
export function boundedSuccess(
  data: object,
  beside: Readonly<Record<string, unknown>> = {},
  rest?: string,
  onRequest: Readonly<Record<string, unknown>> = {},
): ToolResult {
  const projection = withEmptyLists(data);
  const hidden = Object.keys(onRequest).join(', ');
  return {
    ...projectionResult(projection, {
      ...beside,
      ...leftOutOf(projection.leftOut, () => rest),
      ...(hidden ? { not_shown: `${hidden}; by fields` } : {}),
    }),
    withFields: (fields) => {
      const picked = project({ ...data, ...onRequest }, { fields });
      return projectionResult(picked, { ...beside, ...leftOutOf(picked.leftOut, () => rest) });
    },
  };
}

/** The same of what this program knows by itself, such as its accounts. */
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
 * The platform's answer to a call, as a model sees it; `given` are the call's arguments, `more` what this
 * server has to say beside it.
 */
export function replyResult(
  reply: Reply,
  options: ProjectionOptions,
  operation?: Operation,
  given: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
): ToolResult {
  const page = reply.page;
  const projection = project(inner(reply.data), {
    ...(operation ? { hide: hiddenFields(operation) } : {}),
    ...options,
    budget: options.budget ?? resultBudget - 600,
  });
  const link = projection.whole ? undefined : linkTo(reply, operation, given);
  const question = reply.job && jobQuestion(reply.job, inner(reply.data));
  const scale = scoreScales[operation?.name as OperationName];
  const result = projectionResult(projection, {
    ...(question ? { question: questionInWords(question) } : {}),
    ...(page ? { page: pageOf(page) } : {}),
    ...(reply.incomplete ? { incomplete: reply.incomplete } : {}),
    ...(reply.job ? { job: jobLine(reply.job) } : {}),
    ...startedOf(reply),
    ...(reply.credits ? { credits: creditsOf(reply.credits) } : {}),
    ...leftOutOf(projection.leftOut, (path, shown) => restOf(path, shown, page, operation)),
    ...unreadOf(reply.leftUnread),
    scale: scale !== undefined && holdsScore(projection.data) ? scale : undefined,
    counts: listCounts(inner(reply.data), options.fields),
    ...more,
  });
  const pending = operation && reply.job && isAlive(reply.job) ? { pending: reply.job } : {};
  return { ...result, ...(link ? { link } : {}), ...(question ? { question } : {}), ...pending };
}

/** Whether a field of the record, or of the first of a list, is a score. */
function holdsScore(data: unknown): boolean {
  const record: unknown = Array.isArray(data) ? data[0] : data;
  return /"[^"]*(?:score|lighthouse)[^"]*"/.test(JSON.stringify(record)?.slice(0, 4_000) ?? '');
}

/** Tokens for what the start said beyond the result. */
const startedBudget = 500;

/** What the start of a job said beyond its result, under the key `started`; brought to length like any answer. */
export function startedOf({ started }: Pick<Reply, 'started'>): { started_note?: string; started?: unknown } {
  if (started === undefined) return {};
  const { data, note } = project(started, { format: 'detailed', budget: startedBudget });
  return { ...(note ? { started_note: note } : {}), started: data };
}

/** Where the whole of what is shown in part can be read: the result of a job, and CSV or NDJSON that costs nothing to read again. */
function linkTo(
  { job, raw }: Reply,
  operation: Operation | undefined,
  given: Readonly<Record<string, unknown>>,
): Link | undefined {
  const mime = raw ? mimeTypeOf(raw.mime) : {};
  if (job?.state === 'completed')
    return { uri: `visibility://jobs/${job.job_id}/result`, name: 'job_result', title: 'The whole result', ...mime };
  if (!raw || operation?.effect !== 'read') return undefined;
  const call = encodeURIComponent(JSON.stringify({ operation: operation.name, arguments: given }));
  return { uri: `visibility://reads/${call}`, name: 'read', title: 'The whole answer', ...mime };
}

/** A media type by its form (RFC 6838); what the platform gives for one may be anything. */
function mimeTypeOf(said: string): { mimeType?: string } {
  const type = /^\s*([a-z0-9][\w.+-]{0,63}\/[a-z0-9][\w.+-]{0,63})\s*(?:;|$)/i.exec(said)?.[1];
  return type === undefined ? {} : { mimeType: type };
}

/** How a job stands, without its arguments and its data. */
export function jobLine({
  arguments: _arguments,
  data: _data,
  credits: _credits,
  ...line
}: JobView): Record<string, unknown> {
  const next = line.next ?? (isAlive(line) ? waitOn(line.job_id) : undefined);
  return defined({
    ...line,
    platform_state: line.platform_state === line.state ? undefined : platformState(line.platform_state),
    next,
  });
}

const waitOn = (jobId: string): string => `job_wait ${JSON.stringify({ job_id: jobId })}`;

export const creditsOf = ({ estimated, charged, unconfirmed }: Credits): Record<string, unknown> => ({
  estimated,
  ...(charged === undefined ? {} : { charged }),
  ...(unconfirmed ? { unconfirmed } : {}),
});

/** Texts, and lists of names, that say what the projection did. */
export function notesOf({ note, strange, hidden, empty }: Projection): Record<string, unknown> {
  return defined({
    not_shown: hidden.length > 0 ? `${hidden.join(', ')}; by fields or format detailed` : undefined,
    empty_columns: empty.length > 0 ? namesIn(empty) : undefined,
    note,
    fields_note: strange
      ? `no field ${oneLine(strange.asked.join(', '), 200)}; there are ${namesIn(strange.there)}`
      : undefined,
  });
}

/** Names that the platform gave its fields, in a sentence of this server's: only those that are names. */
function namesIn(names: readonly string[]): string {
  const shown = names.filter(isWord).slice(0, 30);
  const rest = names.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} others`] : [])].join(', ');
}

/** Lists and records of which something is missing, the first ones. */
const maxLeftOut = 10;

function leftOutOf(
  leftOut: readonly LeftOut[],
  rest: (path: string, shown: number) => string | undefined,
): Record<string, unknown> {
  if (leftOut.length === 0) return {};
  return {
    left_out: leftOut.slice(0, maxLeftOut).map(({ path, shown, of, fields }) => {
      const named = path.split('.').every((part) => part === '' || isWord(part));
      const name = named ? path || undefined : 'one whose name is no plain word';
      if (fields)
        return defined({
          fields_of: name ?? 'the answer',
          shown,
          of,
          rest: 'the same call with fields that name them',
        });
      return defined({ list: name, shown, of, rest: named ? rest(path, shown) : undefined });
    }),
  };
}

/** Parts so large that they were not read. */
export const unreadOf = (left: Reply['leftUnread']): Record<string, unknown> =>
  left
    ? {
        not_read: `The answer is larger than this server reads: ${[left.members && `${left.members} records or fields`, left.nested && `${left.nested} parts nested too deeply`].filter(Boolean).join(' and ')} left out.`,
      }
    : {};

/** How to get at the records after `shown`. Repeating a paid call for them would cost again. */
function restOf(path: string, shown: number, page: Page | undefined, operation: Operation | undefined): string {
  if (page && path === '') return `the same call with per_page ${shown}, or with fields ["[${shown}:]"]`;
  const fields = `fields ["${path}[${shown}:]"]`;
  if (operation?.effect !== 'paid') return `the same call with ${fields}, or fewer fields`;
  return operation.job
    ? `job_wait with ${fields}; repeating the call would cost again`
    : `${fields}; repeating the call costs again`;
}

const pageOf = (page: Page): Record<string, unknown> => ({
  ...page,
  ...(page.page < page.last_page ? { next: { page: page.page + 1 } } : {}),
});

/** The resource inside `{data, meta}`: its neighbours are shown as `page`. */
function inner(data: unknown): unknown {
  if (!isFields(data) || !('data' in data)) return data;
  return Object.keys(data).every((name) => name === 'data' || name === 'meta' || name === 'links')
    ? data['data']
    : data;
}

const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
