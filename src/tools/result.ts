import type { Operation } from '../catalog/operation.ts';
import type { Credits, JobView, Page, Reply } from '../client/reply.ts';
import { jobQuestion, questionInWords } from './job-question.ts';
import { hiddenFields } from './projection/hidden-fields.ts';
import { project, resultBudget, type Projection, type ProjectionOptions } from './projection/project.ts';
import { isFields } from './projection/records.ts';
import type { LeftOut } from './projection/fit.ts';
import type { Link, ToolResult } from './tool.ts';

/** A success: `data` and what stands beside it, in both of a result's forms. */
export function success(data: unknown, beside: Readonly<Record<string, unknown>> = {}): ToolResult {
  const structured = { ok: true, data, ...defined(beside) };
  return { text: JSON.stringify(structured), structured };
}

/**
 * A result that this program put together itself, brought to length; `rest` is how to get what is left out.
 * Its own empty lists stay: that there is no job is an answer.
 */
export function successWithin(data: object, beside: Readonly<Record<string, unknown>> = {}, rest?: string): ToolResult {
  const { data: fitted, leftOut, note } = project(data);
  const empty = Object.fromEntries(Object.entries(data).filter(([, value]) => Array.isArray(value) && value.length === 0));
  return success({ ...(fitted as object), ...empty }, { ...beside, ...leftOutOf(leftOut, () => rest), note });
}

/** What the platform answered to a call, as a model gets to see it; `given` is what the call was made with. */
export function replied(reply: Reply, options: ProjectionOptions, operation?: Operation, given: Readonly<Record<string, unknown>> = {}): ToolResult {
  const page = reply.page;
  const projection = project(inner(reply.data), { ...(operation ? { hide: hiddenFields(operation) } : {}), ...options, budget: options.budget ?? resultBudget - 600 });
  const link = projection.whole ? undefined : linkTo(reply, operation, given);
  const asks = reply.job && jobQuestion(reply.job, inner(reply.data));
  const result = success(projection.data, {
    ...(asks ? { question: questionInWords(asks) } : {}),
    ...(page ? { page: pageOf(page) } : {}),
    ...(reply.job ? { job: jobLine(reply.job) } : {}),
    ...(reply.credits ? { credits: creditsOf(reply.credits) } : {}),
    ...leftOutOf(projection.leftOut, (path, shown) => restOf(path, shown, page, operation)),
    ...notesOf(projection),
  });
  const pending = operation && reply.job && isAlive(reply.job) ? { pending: reply.job.job_id } : {};
  return { ...result, ...(link ? { link } : {}), ...(asks ? { asks } : {}), ...pending };
}

/** Where the whole of what is shown in part can be read: the result of a job, and CSV or NDJSON that costs nothing to read again. */
function linkTo({ job, raw }: Reply, operation: Operation | undefined, given: Readonly<Record<string, unknown>>): Link | undefined {
  const mime = raw ? { mimeType: raw.mime.replace(/;.*/, '') } : {};
  if (job?.state === 'completed') return { uri: `visibility://jobs/${job.job_id}/result`, name: 'job_result', title: 'The whole result', ...mime };
  if (!raw || operation?.effect !== 'read') return undefined;
  const call = encodeURIComponent(JSON.stringify({ operation: operation.name, arguments: given }));
  return { uri: `visibility://reads/${call}`, name: 'read', title: 'The whole answer', ...mime };
}

/** How a job stands, without its arguments and its data. */
export function jobLine({ arguments: _arguments, data: _data, credits: _credits, ...line }: JobView): Record<string, unknown> {
  const next = line.next ?? (isAlive(line) ? waitOn(line.job_id) : undefined);
  return defined({ ...line, platform_state: line.platform_state === line.state ? undefined : line.platform_state, next });
}

/** Whether waiting for the job makes sense. */
export const isAlive = ({ state }: Pick<JobView, 'state'>): boolean => state === 'starting' || state === 'running';

const waitOn = (jobId: string): string => `job_wait ${JSON.stringify({ job_id: jobId })}`;

export const creditsOf = ({ estimated, charged }: Credits): Record<string, number> => ({ estimated, ...(charged === undefined ? {} : { charged }) });

/** Texts, and lists of names, that say what the projection did. */
export function notesOf({ note, strange, hidden, empty }: Projection): Record<string, unknown> {
  return defined({
    not_shown: hidden.length > 0 ? `${hidden.join(', ')}; by fields or format detailed` : undefined,
    empty_columns: empty.length > 0 ? empty.join(', ') : undefined,
    note,
    fields_note: strange ? `no field ${shortened(strange.asked.join(', '))}; there are ${strange.there.slice(0, 30).join(', ')}` : undefined,
  });
}

const shortened = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 199).toWellFormed()}…`);

function leftOutOf(leftOut: readonly LeftOut[], rest: (path: string, shown: number) => string | undefined): Record<string, unknown> {
  if (leftOut.length === 0) return {};
  return { left_out: leftOut.map(({ path, shown, of }) => defined({ list: path || undefined, shown, of, rest: rest(path, shown) })) };
}

/** How to get at the records after `shown`. Repeating a paid call for them would cost again. */
function restOf(path: string, shown: number, page: Page | undefined, operation: Operation | undefined): string {
  if (page && path === '') return `the same call with per_page ${shown}, or with fields ["[${shown}:]"]`;
  const fields = `fields ["${path}[${shown}:]"]`;
  if (operation?.effect !== 'paid') return `the same call with ${fields}, or fewer fields`;
  return operation.job ? `job_wait with ${fields}; repeating the call would cost again` : `${fields}; repeating the call costs again`;
}

const pageOf = (page: Page): Record<string, unknown> => ({ ...page, ...(page.page < page.last_page ? { next: { page: page.page + 1 } } : {}) });

/** The resource inside `{data, meta}`: what stands beside it is told as `page`. */
function inner(data: unknown): unknown {
  if (!isFields(data) || !('data' in data)) return data;
  return Object.keys(data).every((name) => name === 'data' || name === 'meta' || name === 'links') ? data['data'] : data;
}

const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
