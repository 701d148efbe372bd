import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../../catalog/operation.ts';
import type { Client } from '../../../client/client.ts';
import type { JobView, Reply } from '../../../client/call/reply.ts';
import { now } from '../../calling/now.ts';
import { callOptions, type Waiting } from '../../calling/call-options.ts';
import type { Fields } from '../../projection/records.ts';
import { creditsOf, isAlive, jobLine, startedOf } from '../../results/result.ts';
import { callOperation } from '../../calling/run-operation.ts';
import type { ToolContext } from '../../tool.ts';

export interface Started extends Reply {
  /** ISO 8601; when the call ended whose result this is, where nothing was started for it. */
  readonly resultOf?: string;
}

/** A result is given again within this time rather than paid for again: the length of a piece of work. */
const reuseMs = 60 * 60_000;

/**
 * Makes a paid call, or goes on with an identical one that is on its way. The client joins identical calls by
 * itself, but asks for consent before it looks; here nobody is asked about what is paid already.
 */
export const startOrJoin = (
  client: Client,
  operation: Operation,
  given: Fields,
  waiting: Waiting,
  context: ToolContext,
): Promise<Started> => goOn(client, operation, given, waiting, context, isUnderWay);

/**
 * The same, and where an identical call ended within the last hour, its result is given once more: whoever
 * took a handle, waited elsewhere and calls again means that one. `again` pays for another.
 */
export const startOrReuse = (
  client: Client,
  operation: Operation,
  given: Fields,
  waiting: Waiting,
  context: ToolContext,
): Promise<Started> =>
  goOn(client, operation, given, waiting, context, (job) => isUnderWay(job) || isRecent(job, now(context)));

async function goOn(
  client: Client,
  operation: Operation,
  given: Fields,
  waiting: Waiting,
  context: ToolContext,
  takesUp: (job: JobView) => boolean,
): Promise<Started> {
  const known = waiting.again ? undefined : await onRecord(client, operation, given, takesUp);
  if (!known) return callOperation(client, operation, given, waiting, context);
  const { started, ...job } = await client.wait(
    known.job_id,
    callOptions({ waitSeconds: waiting.waitSeconds }, context),
  );
  const again = known.state === 'completed' && job.ended_at ? { resultOf: job.ended_at } : {};
  return {
    data: job.data ?? null,
    job: { ...job, joined: true },
    credits: again.resultOf ? { estimated: 0, charged: 0 } : job.credits,
    ...(started === undefined ? {} : { started }),
    ...again,
  };
}

/** The newest call on record with the same arguments, defaults filled in. */
async function onRecord(
  client: Client,
  { name, input }: Operation,
  given: Fields,
  takesUp: (job: JobView) => boolean,
): Promise<JobView | undefined> {
  const read = input.safeParse(given);
  if (!read.success) return undefined;
  const jobs = await client.jobs({ limit: 200 });
  return jobs.find((job) => job.operation === name && takesUp(job) && isDeepStrictEqual(job.arguments, read.data));
}

const isUnderWay = (job: JobView): boolean => isAlive(job) || job.state === 'needs_you';

const isRecent = ({ state, ended_at }: JobView, at: number): boolean =>
  state === 'completed' && ended_at !== undefined && at - Date.parse(ended_at) < reuseMs;

/** What a workflow says beside its result of the call it made; `tool` is how to go on with one under way. */
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
