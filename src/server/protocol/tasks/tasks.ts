import { isAlive } from '../../../base/job-states.ts';
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { JobView } from '../../../client/calls/reply.ts';
import type { Clock } from '../../../base/index.ts';
import { maxMessageLength } from '../../../base/text/bounds.ts';
import { oneLine } from '../../../base/text/one-line.ts';
import type { ToolContext, ToolResult } from '../../../tools/index.ts';
import { tasksExtension, type Caller } from '../caller.ts';
import type { Surface } from '../offer.ts';
import type { RequestMemory } from '../request-memory.ts';
import { toolResult } from '../tool-result.ts';

/** Schema of the parameters of a request about a task. Written by hand, since zod is not loaded for a host that only lists tools. */
export const taskParams: StandardSchemaV1<unknown, { readonly taskId: string }> = {
  '~standard': {
    version: 1,
    vendor: 'visibility-mcp',
    validate: (value) => {
      const taskId = typeof value === 'object' && value !== null && 'taskId' in value ? value.taskId : undefined;
      return typeof taskId === 'string' ? { value: { taskId } } : { issues: [{ message: 'taskId must be a text' }] };
    },
  },
};

type Status = 'working' | 'completed' | 'cancelled';

type TaskCaller = Pick<Caller, 'knowsTasks' | 'knowsLinks'>;

type FindJob = Surface['job'];

export type Tasks = ReturnType<typeof createTasks>;

/** Milliseconds between two requests of a host about a task: the job itself is polled no more often. */
const pollIntervalMs = 5_000;

/** A cancelled task is remembered for as long as a host may still ask about it. */
const cancelledTask = 'cancelled task';
const cancelledSeconds = 86_400;

/**
 * Jobs as tasks (extension `io.modelcontextprotocol/tasks`, 2026-07-28), for hosts that poll themselves. A task is the job
 * under the job's own id, so that it survives this process; its result is that of `job_wait`. Cancelling a task only ends the
 * waiting: a paid job continues.
 */
export function createTasks(memory: RequestMemory, clock: Clock) {
  const stateOf = (taskId: string, job: JobView | undefined, status: Status): Result => {
    const now = new Date(clock.now()).toISOString();
    return {
      taskId,
      status,
      statusMessage: messageOf(taskId, job, status),
      createdAt: job?.started_at ?? now,
      lastUpdatedAt: now,
      // Unlimited: a job stays on record.
      ttlMs: null,
      pollIntervalMs,
    };
  };

  return {
    /** A call with a running job, as a task. Undefined if there is no such job, or if the caller does not support tasks. */
    offer: ({ pending }: ToolResult, { knowsTasks }: TaskCaller): Result | undefined =>
      knowsTasks && pending ? { resultType: 'task', ...stateOf(pending.job_id, pending, 'working') } : undefined,
    /** An update has no effect: questions of a job are part of its result, and a task has none. */
    async answer(
      act: 'get' | 'update' | 'cancel',
      taskId: string,
      caller: TaskCaller,
      findJob: FindJob,
      context: ToolContext,
    ): Promise<Result> {
      const { job, result } = await find(taskId, caller, findJob, context);
      const isRunning = job !== undefined && isAlive(job);
      if (act === 'cancel' && isRunning) await memory.keep(cancelledTask, taskId, true, cancelledSeconds);
      if (act !== 'get') return {};
      if ((await memory.find(cancelledTask, taskId)) !== undefined) return stateOf(taskId, job, 'cancelled');
      if (isRunning) return stateOf(taskId, job, 'working');
      return { ...stateOf(taskId, job, 'completed'), result: toolResult(result, caller.knowsLinks) };
    },
  };
}

/** @throws ProtocolError for an unknown id and, in the same words, for a job of another caller */
async function find(
  taskId: string,
  { knowsTasks }: TaskCaller,
  findJob: FindJob,
  context: ToolContext,
): Promise<{ job?: JobView | undefined; result: ToolResult }> {
  if (!knowsTasks)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
  const job = await findJob(taskId, context);
  if ('result' in job) return job;
  throw job.kind === 'unknown'
    ? new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown task: ${taskId.slice(0, 60).toWellFormed()}`)
    : new ProtocolError(ProtocolErrorCode.InternalError, oneLine(job.message, maxMessageLength));
}

function messageOf(taskId: string, job: JobView | undefined, status: Status): string {
  const { operation = 'The job', state, progress } = job ?? {};
  if (status === 'cancelled')
    return `Waiting was cancelled. ${operation} itself cannot be stopped and stays charged; job_wait {"job_id":"${taskId}"} gives its result.`;
  if (status === 'completed') return `${operation}: ${state === 'needs_you' ? 'waits for an answer' : 'over'}`;
  return `${operation} is running${progress === undefined ? '' : `, ${progress} %`}`;
}
