import { definedFields } from '../../../base/json/defined-fields.ts';
import { isAlive } from '../../../base/job-states.ts';
import { isDeepStrictEqual } from 'node:util';
import { operationNamed } from '../../../catalog/index.ts';
import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import type { Platform } from '../../../client/platform.ts';
import type { JobView, Reply } from '../../../client/calls/reply.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { creditsOf, jobLine } from '../../results/result.ts';
import { summarizeStartAnswer } from '../../results/summarize-start-answer.ts';
import { callOperation } from '../../calls/call-operation.ts';
import type { ToolContext } from '../../definition/tool.ts';
import type { Task } from './task.ts';
import { existingHint, existingResult, isReusable, type ExistingResult } from './existing-result.ts';

export interface Started<D = unknown> extends Reply<D> {
  /** Where nothing was started: this is the result of an earlier call. */
  readonly existing?: ExistingResult | undefined;
}

/**
 * Makes a paid call, or resumes an identical one that is under way. The client joins identical calls by
 * itself, but asks for consent before it looks; here no consent is asked for what is paid already.
 */
export const startOrJoin = <N extends OperationName>(
  task: Task,
  name: N,
  input: InputFor<N>,
): Promise<Started<DataFor<N>>> => callOrResume(task, name, input, isUnderWay);

/**
 * The same, but where an identical call ended within the last day, its result is returned again: a caller that
 * took a handle, waited elsewhere and calls again wants that one. `again` pays for another.
 */
export const startOrReuse = <N extends OperationName>(
  task: Task,
  name: N,
  input: InputFor<N>,
): Promise<Started<DataFor<N>>> =>
  callOrResume(task, name, input, (job) => isUnderWay(job) || isRecent(job, task.context));

async function callOrResume<N extends OperationName>(
  { client, context, waiting }: Task,
  name: N,
  input: InputFor<N>,
  isUsable: (job: JobView) => boolean,
): Promise<Started<DataFor<N>>> {
  const operation = operationNamed(name);
  const existingRecord = waiting.again ? undefined : await findRecord(client, name, input, isUsable);
  if (!existingRecord) return (await callOperation(client, operation, input, waiting, context)) as Reply<DataFor<N>>;
  const { waitSeconds } = waiting;
  const { job, ...reply } = await client.wait(existingRecord.job_id, { ...context, waitSeconds });
  const existing =
    existingRecord.state === 'completed' && job.ended_at !== undefined
      ? existingResult(job.ended_at, (await client.quote(name, input)).credits, context)
      : undefined;
  return {
    ...(reply as Reply<DataFor<N>>),
    job: { ...job, joined: true },
    credits: existing ? { estimated: 0, charged: 0 } : reply.credits,
    existing,
  };
}

/** The newest call on record with the same arguments, defaults filled in. */
async function findRecord(
  client: Platform,
  name: OperationName,
  input: Fields,
  isUsable: (job: JobView) => boolean,
): Promise<JobView | undefined> {
  const parsed = operationNamed(name).input.safeParse(definedFields(input));
  if (!parsed.success) return undefined;
  const jobs = await client.jobs({ operations: [name], limit: maxRecords });
  return jobs.find((job) => isUsable(job) && isDeepStrictEqual(job.arguments, parsed.data));
}

/** Calls of one operation that are looked through: more than one makes in a day. */
const maxRecords = 1_000;

const isUnderWay = (job: JobView): boolean => isAlive(job) || job.state === 'needs_you';

const isRecent = ({ state, ended_at }: JobView, context: ToolContext): boolean =>
  state === 'completed' && isReusable(ended_at, context);

/** Whether an identical call is under way. */
export const isStarted = async <N extends OperationName>(
  { client }: Task,
  name: N,
  input: InputFor<N>,
): Promise<boolean> => (await findRecord(client, name, input, isUnderWay)) !== undefined;

/** Parts of a workflow's report beside its data: job, credits, and the next step; `tool` is the tool to call again. */
export function resultMetadata(
  { job, credits = job?.credits, existing, started }: Started,
  tool: string,
): Record<string, unknown> {
  const operation = job && operationNamed(job.operation);
  return definedFields({
    job: job ? jobLine(job) : undefined,
    started: summarizeStartAnswer(started, job, operation),
    credits: credits ? creditsOf(credits, operation) : undefined,
    existing,
    hint: existing ? existingHint(existing) : unfinishedHint(job, tool),
  });
}

function unfinishedHint(job: Started['job'], tool: string): string | undefined {
  if (!job || !isAlive(job)) return undefined;
  return `Not finished yet. ${tool} with the same arguments (without again) goes on and gives the report; nothing is paid twice. job_wait gives the bare result.`;
}
