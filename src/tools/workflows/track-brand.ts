import { operation } from '../../catalog/index.ts';
import type { Client } from '../../client/client.ts';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import type { JobView } from '../../client/reply.ts';
import type { Waiting } from '../call-options.ts';
import { isFields, type Fields } from '../projection/records.ts';
import { refuse } from '../refusal.ts';
import { isAlive, jobLine, successWithin } from '../result.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { hostOf, plain } from './meant-among.ts';
import { readParts } from './read-parts.ts';
import { numberOf, recordOf, recordsOf, textOf, textsOf } from './read-reply.ts';
import { read } from './read.ts';
import { besideOf, startOrJoin, startOrReuse, type Started } from './start-or-join.ts';
import { headOf, trackingProjects } from './tracked-brand.ts';

export interface TrackingOrder {
  readonly domain?: string;
  readonly brand?: string;
  readonly country?: string;
  readonly language?: string;
  readonly prompts?: readonly string[];
  readonly platforms?: readonly string[];
  readonly frequency?: string;
  readonly confirm?: boolean;
  readonly auto_confirm?: boolean;
  readonly first_run?: boolean;
}

/** Brings a brand into tracking, one step of the dialogue a call; then its first run, where that is wished. */
export async function trackBrand(client: Client, order: TrackingOrder, waiting: Waiting, context: ToolContext): Promise<ToolResult> {
  const given = ingestOf(order);
  const known = await trackedNow(client, given, context);
  if (known !== undefined) return activated(client, known, order, { data: null, credits: { estimated: 0, charged: 0 } }, waiting, context);
  const reply = await (order.confirm === true || order.auto_confirm === true ? confirm : start)(client, given, waiting, context);
  const { job } = reply;
  if (job?.state === 'needs_you') return asking(client, order, reply, context);
  if (job && isAlive(job)) return successWithin({ ...asked(order), status: 'being analyzed' }, besideOf(reply, 'track_brand'));
  const id = numberOf(recordOf(reply), 'project_id') ?? (await trackedNow(client, given, context));
  return id === undefined ? successWithin({ ...asked(order), status: 'activated' }, besideOf(reply, 'track_brand')) : activated(client, id, order, reply, waiting, context);
}

async function trackedNow(client: Client, given: Fields, context: ToolContext): Promise<number | undefined> {
  const project = (await trackingProjects(client, context)).find((one) => isTracked(one, given));
  return project && numberOf(project, 'id');
}

/** The dialogue is one a team and domain (document 2, "Wizard and project operations"), so the domain is brought to one form. */
function ingestOf({ confirm: _, first_run: __, domain, country, ...rest }: TrackingOrder): Fields {
  if (domain === undefined && rest.brand === undefined) {
    throw refuse('invalid_arguments', 'track_brand: domain or brand is required', 'track_brand {"domain":"example.com","country":"DE"}');
  }
  return { ...(domain === undefined ? {} : { domain: hostOf(domain) }), ...(country === undefined ? {} : { country: country.trim().toUpperCase() }), ...rest };
}

const isTracked = (project: Fields, { domain, brand }: Fields): boolean =>
  project['status'] !== 'setup' &&
  (typeof domain === 'string' ? hostOf(textOf(project, 'domain')) === domain : textsOf(project, 'brand_name').some((name) => plain(name) === plain(String(brand))));

const start = (client: Client, given: Fields, waiting: Waiting, context: ToolContext): Promise<Started> =>
  startOrJoin(client, operation('ingest.start'), given, waiting, context);

/**
 * A confirmation is free only where suggestions wait for one; sent too early, the platform would begin the
 * analysis instead, and charge it. So it is sent if a dialogue on record waits, and else the dialogue begins.
 */
async function confirm(client: Client, given: Fields, waiting: Waiting, context: ToolContext): Promise<Started> {
  const waits = (await client.jobs({ state: 'needs_you', limit: 200 })).some((job) => asksToConfirm(job, given));
  return waits ? startOrJoin(client, operation('ingest.start'), { ...given, confirm: true }, waiting, context) : start(client, given, waiting, context);
}

const asksToConfirm = (job: JobView, given: Fields): boolean => job.operation === 'ingest.start' && job.platform_state === 'needs_confirmation' && isOf(job, given);

const isOf = ({ arguments: before }: JobView, { domain, brand }: Fields): boolean => (domain === undefined ? before['brand'] === brand : before['domain'] === domain);

/** What the platform wants to know, as fields of the next call. */
async function asking(client: Client, order: TrackingOrder, reply: Started, context: ToolContext): Promise<ToolResult> {
  const said = recordOf(reply);
  const { hint: _, job, ...beside } = besideOf(reply, 'track_brand');
  // The way to answer is this tool again, not the operation behind it.
  const { next: __, answer_with: ___, ...line } = isFields(job) ? job : ({} as Fields);
  if (reply.job?.platform_state === 'needs_input') {
    const fields = missing(order, said);
    const next = `track_brand ${JSON.stringify({ ...order, ...Object.fromEntries(fields.map(({ name, example }) => [name, example])) })}`;
    return successWithin({ ...asked(order), status: 'needs_input', question: { text: 'Which domain, and which market?', fields, next } }, { ...beside, job: line });
  }
  const id = numberOf(said, 'project_id');
  const analysis = id === undefined ? {} : recordOf(await read(client, 'tracking.analysis_status', { id }, context));
  const question = {
    text: 'Shall the brand be tracked with these suggestions? Prompts and platforms can be given instead.',
    suggested: suggestions({ ...said, ...analysis }),
    next: `track_brand ${JSON.stringify({ ...order, confirm: true })}`,
  };
  return successWithin({ ...asked(order), tracking_project_id: id, status: 'needs_confirmation', question }, { ...beside, job: line });
}

const inputs = [
  { name: 'domain', description: "The brand's own domain", example: 'example.com' },
  { name: 'country', description: 'Market, ISO 3166-1 alpha-2', example: 'DE' },
  { name: 'language', description: 'Language of the prompts, such as de', example: 'de' },
] as const;

/** What the platform names as missing; where it names nothing, what the contract says it asks for. */
function missing(order: TrackingOrder, said: Fields): readonly (typeof inputs)[number][] {
  const named = textsOf(said, 'needs');
  const wanted = inputs.filter(({ name }) => (named.length > 0 ? named.includes(name) : order[name] === undefined && name !== 'language'));
  return wanted.length > 0 ? wanted : inputs.filter(({ name }) => order[name] === undefined);
}

const suggestions = (analysis: Fields): Record<string, unknown> => ({
  keywords: analysis['suggested_keywords'],
  competitors: recordsOf({ data: analysis['suggested_competitors'] }).map(({ domain }) => domain),
  prompts: recordsOf({ data: analysis['suggested_prompts'] }).map(({ prompt }) => prompt),
  personas: recordsOf({ data: analysis['suggested_personas'] }).map(({ name }) => name),
  classification: analysis['classification'],
});

/** It is tracked: what a run of it costs, and the first one where it is wished and there was none. */
async function activated(client: Client, id: number, order: TrackingOrder, reply: Started, waiting: Waiting, context: ToolContext): Promise<ToolResult> {
  const record = recordOf(await read(client, 'tracking.get', { id }, context));
  await settleSteps(client, order, context);
  const first = await firstRun(client, id, order.first_run === true, waiting, context);
  const data = { ...headOf({ id, record }), status: record['status'], llm_platforms: record['llm_platforms'], ...first };
  const { hint: _, ...beside } = besideOf(reply, 'track_brand');
  return successWithin(data, { ...beside, hint: `visibility_report {"brand":"${id}"} shows the results of its runs.` });
}

/** Earlier steps of the dialogue stand on record as waiting; the platform says that they are over. */
async function settleSteps(client: Client, order: TrackingOrder, { signal }: ToolContext): Promise<void> {
  const given = ingestOf(order);
  const open = (await client.jobs({ state: 'needs_you', limit: 200 })).filter((job) => job.operation === 'ingest.start' && isOf(job, given));
  await Promise.allSettled(open.map(({ job_id }) => client.wait(job_id, { waitSeconds: 0, ...(signal ? { signal } : {}) })));
}

async function firstRun(client: Client, id: number, wanted: boolean, waiting: Waiting, context: ToolContext): Promise<Record<string, unknown>> {
  const { found } = await readParts(client, { runs: ['tracking.runs', { id, limit: 1 }], price: ['tracking.cost_preview', { id }] }, context);
  const [last] = found.runs ? recordsOf(found.runs) : [];
  const credits_per_run = found.price ? recordOf(found.price)['credits_per_run'] : undefined;
  if (!wanted) return { credits_per_run, ...(last ? { last_run: last } : { first_run: 'not started; first_run: true starts it for credits_per_run' }) };
  const under = (await client.jobs({ limit: 200 })).some((job) => job.operation === 'tracking.run' && isAlive(job) && job.arguments['id'] === id);
  if (last && !under) return { credits_per_run, last_run: last };
  try {
    const reply = await startOrReuse(client, operation('tracking.run'), { id }, waiting, context);
    return { credits_per_run, first_run: { ...(reply.job ? jobLine(reply.job) : {}), credits: reply.credits } };
  } catch (error) {
    // The brand is tracked all the same: what keeps the run back (a limit, a person) is part of the answer.
    if (!isVisibilityError(error) || error.outcome !== 'not_sent') throw error;
    return { credits_per_run, first_run: { started: false, code: error.code, why: error.message, next: 'track_brand with the same arguments tries the run again; nothing else is paid.' } };
  }
}

const asked = ({ domain, brand }: TrackingOrder): Record<string, unknown> => ({ ...(brand === undefined ? {} : { brand }), ...(domain === undefined ? {} : { domain: hostOf(domain) }) });
