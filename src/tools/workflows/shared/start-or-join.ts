import { definedFields } from '../../../base/json/defined-fields.ts';
import { isAlive } from '../../../base/job-states.ts';
import { isDeepStrictEqual } from 'node:util';
import { type DataFor, type InputFor, type OperationName, operationNamed } from '../../../catalog/index.ts';
import type { JobView, Reply } from '../../../client/index.ts';
import { creditsOf, jobLine } from '../../results/result.ts';
import { summarizeStartAnswer } from '../../results/summarize-start-answer.ts';
import { callOperation } from '../../calls/call-operation.ts';
import { now } from '../../definition/now.ts';
import type { ToolContext } from '../../definition/tool.ts';
import type { Task } from './task.ts';

export interface Started<D = unknown> extends Reply<D> {
  /** Set if nothing was started because this is the result of an earlier call. */
  readonly existing?: ExistingResult | undefined;
}

/**
 * Makes a paid call, or resumes an identical one that is under way. The client joins identical calls too, but asks for
 * consent first; here no consent is asked for a call that is already paid.
 */
export const startOrJoin = <N extends OperationName>(
  task: Task,
  name: N,
  input: InputFor<N>,
): Promise<Started<DataFor<N>>> => startOrReuse(task, name, input, false);

/**
 * Like `startOrJoin`, but if an identical call ended within the last day, its result is returned again: a caller that
 * got a handle, waited elsewhere and calls again wants that result. `again` pays for another.
 */
export async function startOrReuse<N extends OperationName>(
  task: Task,
  name: N,
  input: InputFor<N>,
  reuses = true,
): Promise<Started<DataFor<N>>> {
  const { client, context, waiting } = task;
  const isUsable = (job: JobView): boolean =>
    isUnderWay(job) || (reuses && job.state === 'completed' && isReusable(job.ended_at, context));
  const record = waiting.again ? undefined : await findRecord(task, name, input, isUsable);
  if (!record) return (await callOperation(client, operationNamed(name), input, waiting, context)) as Reply<DataFor<N>>;
  const { job, ...reply } = await client.wait(record.job_id, { ...context, waitSeconds: waiting.waitSeconds });
  const existing =
    record.state === 'completed' && job.ended_at !== undefined
      ? existingResult(job.ended_at, (await client.quote(name, input)).credits, context)
      : undefined;
  const credits = existing ? { estimated: 0, charged: 0 } : reply.credits;
  return { ...(reply as Reply<DataFor<N>>), credits, job: { ...job, joined: true }, existing };
}

/** The newest call on record with the same arguments, defaults filled in. */
async function findRecord<N extends OperationName>(
  { client }: Task,
  name: N,
  input: InputFor<N>,
  isUsable: (job: JobView) => boolean,
): Promise<JobView | undefined> {
  const parsed = operationNamed(name).input.safeParse(definedFields(input));
  if (!parsed.success) return undefined;
  const jobs = await client.jobs({ operations: [name], limit: maxRecords });
  return jobs.find((job) => isUsable(job) && isDeepStrictEqual(job.arguments, parsed.data));
}

/** Maximum calls of one operation that are searched: more than one caller makes in a day. */
const maxRecords = 1_000;

const isUnderWay = (job: JobView): boolean => isAlive(job) || job.state === 'needs_you';

/** Whether an identical call is under way. */
export const isStarted = async <N extends OperationName>(task: Task, name: N, input: InputFor<N>): Promise<boolean> =>
  (await findRecord(task, name, input, isUnderWay)) !== undefined;

/** Parts of a workflow's report besides its data: job, credits, and the next step; `tool` is the tool to call again. */
export function resultMetadata(
  { job, credits = job?.credits, existing, started }: Started,
  tool: string,
): Record<string, unknown> {
  const operation = job && operationNamed(job.operation);
  return definedFields({
    job: job && jobLine(job),
    started: summarizeStartAnswer(started, job, operation),
    credits: credits && creditsOf(credits, operation),
    hint:
      job && isAlive(job)
        ? `Not finished yet. ${tool} with the same arguments (without again) continues and gives the report; nothing is paid twice. job_wait gives the bare result.`
        : undefined,
    ...(existing && besideExisting(existing)),
  });
}

/** Milliseconds for which a finished result is returned again instead of paying for another. Tool descriptions state it. */
export const reuseMs = 24 * 3_600_000;

/** A result of an earlier call. */
type ExistingResult = ReturnType<typeof existingResult>;

/** Whether a result of that time is recent enough to be returned again. False without a time. */
export const isReusable = (madeAt: unknown, context: Pick<ToolContext, 'clock'>): madeAt is string =>
  typeof madeAt === 'string' && now(context) - Date.parse(madeAt) < reuseMs;

/**
 * @param made_at ISO 8601
 * @param new_costs maximum credits of a new one; null if no bound is known
 */
export function existingResult(made_at: string, new_costs: number | null, context: Pick<ToolContext, 'clock'>) {
  const minutes = Math.max(0, Math.round((now(context) - Date.parse(made_at)) / 60_000));
  return { made_at, age: minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`, new_costs };
}

/** The fields of a result that a workflow returns again instead of paying. */
export const besideExisting = (existing: ExistingResult): Record<string, unknown> => ({
  credits: { estimated: 0, charged: 0 },
  existing,
  hint: `This is the result of ${existing.made_at} (${existing.age} old), and nothing was paid; again: true makes a new one${existing.new_costs === null ? '' : ` for up to ${existing.new_costs} credits`}.`,
});
