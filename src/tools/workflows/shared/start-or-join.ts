import { isDeepStrictEqual } from 'node:util';
import { operationNamed } from '../../../catalog/index.ts';
import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import type { Operation } from '../../../catalog/operation.ts';
import type { Client } from '../../../client/client.ts';
import type { JobView, Reply } from '../../../client/call/reply.ts';
import { now } from '../../calling/now.ts';
import { callOptions, type Waiting } from '../../calling/call-options.ts';
import type { Fields } from '../../projection/records.ts';
import { creditsOf, isAlive, jobLine, startedOf } from '../../results/result.ts';
import { callOperation } from '../../calling/run-operation.ts';
import type { ToolContext } from '../../tool.ts';

export interface Started<D = unknown> extends Reply<D> {
  /** ISO 8601; when the call ended whose result this is, where nothing was started for it. */
  readonly resultOf?: string;
}

/** A result is given again within this time rather than paid for again: the length of a piece of work. */
const reuseMs = 60 * 60_000;

/**
 * Makes a paid call, or resumes an identical one that is under way. The client joins identical calls by
 * itself, but asks for consent before it looks; here nobody is asked about what is paid already.
 */
export const startOrJoin = <N extends OperationName>(
  client: Client,
  name: N,
  input: InputFor<N>,
  waiting: Waiting,
  context: ToolContext,
): Promise<Started<DataFor<N>>> => callOrResume(client, name, input, waiting, context, isUnderWay);

/**
 * The same, and where an identical call ended within the last hour, its result is given once more: whoever
 * took a handle, waited elsewhere and calls again means that one. `again` pays for another.
 */
export const startOrReuse = <N extends OperationName>(
  client: Client,
  name: N,
  input: InputFor<N>,
  waiting: Waiting,
  context: ToolContext,
): Promise<Started<DataFor<N>>> =>
  callOrResume(client, name, input, waiting, context, (job) => isUnderWay(job) || isRecent(job, now(context)));

async function callOrResume<N extends OperationName>(
  client: Client,
  name: N,
  input: InputFor<N>,
  waiting: Waiting,
  context: ToolContext,
  isUsable: (job: JobView) => boolean,
): Promise<Started<DataFor<N>>> {
  const operation = operationNamed(name);
  const known = waiting.again ? undefined : await findRecord(client, operation, input, isUsable);
  if (!known) return (await callOperation(client, operation, input, waiting, context)) as Reply<DataFor<N>>;
  const { started, ...job } = await client.wait(
    known.job_id,
    callOptions({ waitSeconds: waiting.waitSeconds }, context),
  );
  const again = known.state === 'completed' && job.ended_at ? { resultOf: job.ended_at } : {};
  return {
    data: (job.data ?? null) as DataFor<N>,
    job: { ...job, joined: true },
    credits: again.resultOf ? { estimated: 0, charged: 0 } : job.credits,
    ...(started === undefined ? {} : { started }),
    ...again,
  };
}

/** The newest call on record with the same arguments, defaults filled in. */
async function findRecord(
  client: Client,
  { name, input: schema }: Operation,
  input: Fields,
  isUsable: (job: JobView) => boolean,
): Promise<JobView | undefined> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return undefined;
  const jobs = await client.jobs({ limit: 200 });
  return jobs.find((job) => job.operation === name && isUsable(job) && isDeepStrictEqual(job.arguments, parsed.data));
}

const isUnderWay = (job: JobView): boolean => isAlive(job) || job.state === 'needs_you';

const isRecent = ({ state, ended_at }: JobView, at: number): boolean =>
  state === 'completed' && ended_at !== undefined && at - Date.parse(ended_at) < reuseMs;

/** What a workflow reports beside its data: job, credits, and how to go on; `tool` is the tool to call again. */
export function besideOf(
  { job, credits = job?.credits, resultOf, started }: Started,
  tool: string,
): Record<string, unknown> {
  return {
    ...(job ? { job: jobLine(job) } : {}),
    ...startedOf({ started }),
    ...(credits ? { credits: creditsOf(credits) } : {}),
    ...(job && isAlive(job)
      ? {
          hint: `Not finished yet. ${tool} with the same arguments (without again) goes on and gives the report; nothing is paid twice. job_wait gives the bare result.`,
        }
      : {}),
    ...(resultOf
      ? { hint: `This is the result of ${resultOf}, and nothing was paid; again: true pays for a new one.` }
      : {}),
  };
}
