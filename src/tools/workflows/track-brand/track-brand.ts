import { type Id, idIn } from '../../../catalog/vocabulary/id-text.ts';
import { type Data, type Input, operationNamed } from '../../../catalog/index.ts';
import { isAlive } from '../../../base/job-states.ts';
import type { Credits, JobView } from '../../../client/index.ts';
import type { Fields } from '../../../base/index.ts';
import { isVisibilityError } from '../../../client/errors.ts';
import { createNotSentError } from '../../results/error-result.ts';
import { boundedSuccess, jobLine } from '../../results/result.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import { readParts } from '../shared/read-parts.ts';
import { recordsIn } from '../shared/records-in.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { ingestQuestion } from './ingest-question.ts';
import type { TrackingOrder } from '../shared/orders.ts';
import { hostOf, plain } from '../../../client/names/project-names.ts';
import { textsIn } from '../../../base/text/texts-in.ts';
import { read, type Task } from '../shared/task.ts';
import { resultMetadata, startOrJoin, startOrReuse, type Started } from '../shared/start-or-join.ts';
import { headOf, trackingProjects } from '../shared/tracked-brand.ts';

type Ingest = Input<'ingest.start'>;

/** Brings a brand into tracking, one step of the dialogue with each call; then starts its first run, if requested. */
export async function trackBrand(task: Task, order: TrackingOrder): Promise<ToolResult> {
  const args = ingestOf(order);
  const subject = { brand: args.brand, domain: args.domain };
  const tracked = await findTracked(task, args);
  if (tracked !== undefined) return activated(task, tracked, order, { data: null, credits: nothing });
  const reply = await startOrConfirm(task, order, args);
  const { job } = reply;
  if (job?.state === 'needs_you') return ingestQuestion(task, order, subject, reply);
  if (job && isAlive(job))
    return boundedSuccess({ ...subject, status: 'being analyzed' }, resultMetadata(reply, 'track_brand'));
  const id = idIn(reply.data?.project_id) ?? (await findTracked(task, args));
  return id === undefined
    ? boundedSuccess({ ...subject, status: 'activated' }, resultMetadata(reply, 'track_brand'))
    : activated(task, id, order, reply);
}

/** The tracking project of that domain, or else of that brand, once it is set up. */
const findTracked = async (task: Task, { domain, brand }: Ingest): Promise<Id | undefined> =>
  (await trackingProjects(task)).find(
    (project) =>
      project.status !== 'setup' &&
      (domain === undefined
        ? textsIn(project.brand_name).some((name) => plain(name) === plain(String(brand)))
        : hostOf(project.domain ?? '') === domain),
  )?.id;

/**
 * The arguments of the dialogue. There is one dialogue for each team and domain (docs/platform/tracking.md#ingest), so
 * the domain is normalized.
 * @throws VisibilityError `invalid_arguments` if the domain names no host
 */
export function ingestOf({ confirm: _, first_run: __, domain, country, ...rest }: TrackingOrder): Ingest {
  if (domain !== undefined && hostOf(domain) === '') {
    throw createNotSentError(
      'invalid_arguments',
      `track_brand: domain must name a host: ${JSON.stringify(domain.slice(0, 60))} names none. Nothing was charged.`,
      "Ask for the brand's own domain, and give it as domain.",
    );
  }
  // The client checks the language and the platforms that a model wrote.
  return {
    prompts: [],
    domain: domain === undefined ? undefined : hostOf(domain),
    country: country?.trim().toUpperCase(),
    ...rest,
  } as Ingest;
}

/**
 * A confirmation is free only while suggestions wait for it; sent too early, the platform would begin the analysis
 * instead, and charge it. So it is sent only if a recorded dialogue waits for it; otherwise the dialogue starts.
 */
async function startOrConfirm(
  task: Task,
  { confirm, auto_confirm }: TrackingOrder,
  args: Ingest,
): Promise<Started<Data<'ingest.start'>>> {
  const isConfirmed =
    (confirm === true || auto_confirm === true) &&
    (await openSteps(task, args)).some((job) => job.platform_state === 'needs_confirmation');
  return startOrJoin(task, 'ingest.start', isConfirmed ? { ...args, confirm: true } : args);
}

/** Recorded steps of the dialogue about this brand that wait for an answer. */
const openSteps = async ({ client }: Task, { domain, brand }: Ingest): Promise<JobView[]> =>
  (await client.jobs({ state: 'needs_you', limit: 200 })).filter(
    ({ operation, arguments: before }) =>
      operation === 'ingest.start' && (domain === undefined ? before['brand'] === brand : before['domain'] === domain),
  );

/** The result for a brand that is tracked now: the price of a run and, if requested and there was none yet, the first run. */
async function activated(task: Task, id: Id, order: TrackingOrder, reply: Started): Promise<ToolResult> {
  const { data: record } = await read(task, 'tracking.get', { id });
  await settleSteps(task, order);
  const first = await firstRun(task, id, order.first_run === true);
  const data = {
    ...headOf({ id, record }),
    llm_platforms: record.llm_platforms,
    tracking_frequency: record.tracking_frequency,
    ...first.report,
  };
  const { hint: _, ...beside } = resultMetadata(
    { ...reply, credits: sumOfCredits(reply.credits ?? reply.job?.credits, first.credits) },
    'track_brand',
  );
  return boundedSuccess(data, {
    ...beside,
    // A paused project draws no credits.
    recurring: record.status === 'paused' ? undefined : operationNamed('ingest.start').recurring,
    hint: `visibility_report {"brand":"${id}"} shows the results of its runs.`,
  });
}

const nothing: Credits = { estimated: 0, charged: 0 };

/** The cost of the setup and its run together; `charged` only once both are charged. */
const sumOfCredits = (setup: Credits = nothing, run: Credits = nothing): Credits => ({
  estimated: setup.estimated + run.estimated,
  charged: setup.charged === undefined || run.charged === undefined ? undefined : setup.charged + run.charged,
  unconfirmed: setup.unconfirmed || run.unconfirmed ? true : undefined,
});

/** Settles earlier steps of the dialogue, which are recorded as waiting although the platform has ended them. */
async function settleSteps(task: Task, order: TrackingOrder): Promise<void> {
  const { signal } = task.context;
  const open = await openSteps(task, ingestOf(order));
  await Promise.allSettled(
    open.map(({ job_id }) => task.client.wait(job_id, { waitSeconds: 0, omitOneTimeFields: true, signal })),
  );
}

/** The first run of a tracking project: its part of the report, and the credits of a run that was started or joined. */
interface FirstRun {
  readonly report: Fields;
  readonly credits?: Credits | undefined;
}

/**
 * Reads the price of a run and the last run; if there was none and one is `wanted`, starts it. A separate call has a
 * price beforehand; the dialogue's own `start_run` has none.
 */
async function firstRun(task: Task, id: Id, wanted: boolean): Promise<FirstRun> {
  const { data, missing } = await readParts(task, {
    runs: ['tracking.runs', { id, limit: 1 }],
    price: ['tracking.cost_preview', { id }],
  });
  const credits_per_run = data.price?.credits_per_run;
  const not_available = missingFigures(
    { credits_per_run: data.price && [credits_per_run, 'credits_per_run', 'tracking.cost_preview'] },
    { credits_per_run: missing.price, last_run: missing.runs },
  );
  const [last] = recordsIn(data.runs);
  const { report, credits } = await (!data.runs
    ? notStarted({ why: 'Whether there was one already cannot be read now.' })
    : last && !(wanted && (await isRunning(task, id)))
      ? { report: { last_run: last } }
      : wanted
        ? started(task, id)
        : notStarted({ why: 'Not asked for; first_run: true starts it, for credits_per_run.' }));
  return { report: { credits_per_run, not_available, ...report }, credits };
}

async function started(task: Task, id: Id): Promise<FirstRun> {
  try {
    const { job, credits } = await startOrReuse(task, 'tracking.run', { id });
    return { report: { first_run: { started: true, ...(job && jobLine(job)), credits } }, credits };
  } catch (error) {
    // The brand is tracked even if the run was refused; the result says why (a limit, a person).
    if (!isVisibilityError(error) || error.outcome !== 'not_sent') throw error;
    return notStarted({
      code: error.code,
      why: error.message,
      next: 'track_brand with the same arguments tries the run again; nothing else is paid.',
    });
  }
}

const notStarted = (reasons: Fields): FirstRun => ({ report: { first_run: { started: false, ...reasons } } });

const isRunning = async ({ client }: Task, id: Id): Promise<boolean> =>
  (await client.jobs({ operations: ['tracking.run'], limit: 200 })).some(
    (job) => isAlive(job) && String(job.arguments['id']) === String(id),
  );
