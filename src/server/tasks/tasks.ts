import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Result,
} from '@modelcontextprotocol/server';
import { maxMessageLength } from '../../text/bounds.ts';
import { oneLine } from '../../text/one-line.ts';
import { isFields, type Fields } from '../../tools/projection/records.ts';
import type { Tool, ToolContext, ToolResult } from '../../tools/tool.ts';
import { tasksExtension } from './tasks-extension.ts';
import { toolResult } from '../handlers/tool-result.ts';

type Status = 'working' | 'completed' | 'cancelled';

interface TaskState {
  readonly taskId: string;
  readonly status: Status;
  readonly statusMessage: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** Unlimited: a job stays on record. */
  readonly ttlMs: null;
  readonly pollIntervalMs: number;
}

export interface TaskCaller {
  readonly knowsTasks: boolean;
  readonly knowsLinks: boolean;
}

export interface Tasks {
  /** A call that left its job running, as a task; `undefined` where it did not, or whoever called knows no tasks. */
  offer(told: ToolResult, caller: TaskCaller): Result | undefined;
  get(taskId: string, caller: TaskCaller, tools: readonly Tool[], context: ToolContext): Promise<Result>;
  /** Nothing is asked within a task: questions are told in its result. */
  update(taskId: string, caller: TaskCaller, tools: readonly Tool[], context: ToolContext): Promise<Result>;
  cancel(taskId: string, caller: TaskCaller, tools: readonly Tool[], context: ToolContext): Promise<Result>;
}

/** Milliseconds; polls of the job itself come no sooner. */
const pollIntervalMs = 5_000;
const mostCancelled = 1_000;

/**
 * Jobs as tasks (extension `io.modelcontextprotocol/tasks`, 2026-07-28), for hosts that poll by themselves. A task is
 * the job under its own id, so that it survives this process; its result is what `job_wait` says of it. Cancelling one
 * ends the waiting: a job that has been paid for goes on.
 */
export function createTasks(): Tasks {
  const cancelled = new Set<string>();

  return {
    offer({ pending, structured }, { knowsTasks }) {
      const job = structured['job'];
      if (!knowsTasks || pending === undefined || !isFields(job)) return undefined;
      return { resultType: 'task', ...stateOf(pending, job, 'working') };
    },
    async get(taskId, caller, tools, context) {
      const { told, job } = await look(taskId, caller, tools, context);
      if (cancelled.has(taskId)) return { ...stateOf(taskId, job, 'cancelled') };
      if (isAlive(job)) return { ...stateOf(taskId, job, 'working') };
      const result: CallToolResult = toolResult(told, caller.knowsLinks);
      return { ...stateOf(taskId, job, 'completed'), result };
    },
    async update(taskId, caller, tools, context) {
      await look(taskId, caller, tools, context);
      return {};
    },
    async cancel(taskId, caller, tools, context) {
      const { job } = await look(taskId, caller, tools, context);
      if (!isAlive(job)) return {};
      for (const oldest of cancelled) if (cancelled.size >= mostCancelled) cancelled.delete(oldest);
      cancelled.add(taskId);
      return {};
    },
  };
}

/** What `job_wait` says of the job without waiting. Ids that are none, and other callers' jobs, are unknown alike. */
async function look(
  taskId: string,
  { knowsTasks }: TaskCaller,
  tools: readonly Tool[],
  context: ToolContext,
): Promise<{ told: ToolResult; job: Fields }> {
  if (!knowsTasks)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
  const wait = tools.find(({ name }) => name === 'job_wait');
  const told = await wait?.run({ job_id: taskId, wait_s: 0 }, context);
  const error = told?.structured['error'];
  const code = isFields(error) ? error['code'] : undefined;
  if (!told || code === 'unknown_job' || code === 'invalid_arguments')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown task: ${taskId.slice(0, 60).toWellFormed()}`);
  if (isFields(error) && code !== 'job_failed' && code !== 'outcome_unknown')
    throw new ProtocolError(ProtocolErrorCode.InternalError, oneLine(String(error['message']), maxMessageLength));
  const job = told.structured['job'];
  return { told, job: isFields(job) ? job : {} };
}

const isAlive = ({ state }: Fields): boolean => state === 'starting' || state === 'running';

function stateOf(taskId: string, job: Fields, status: Status): TaskState {
  const now = new Date().toISOString();
  const since = typeof job['started_at'] === 'string' ? job['started_at'] : now;
  return {
    taskId,
    status,
    statusMessage: messageOf(taskId, job, status),
    createdAt: since,
    lastUpdatedAt: now,
    ttlMs: null,
    pollIntervalMs,
  };
}

function messageOf(taskId: string, { operation, state, progress }: Fields, status: Status): string {
  const name = typeof operation === 'string' ? operation : 'The job';
  if (status === 'cancelled')
    return `Nobody waits any more. ${name} itself cannot be stopped and stays charged; job_wait {"job_id":"${taskId}"} gives its result.`;
  if (status === 'completed') return `${name}: ${state === 'needs_you' ? 'waits for an answer' : 'over'}`;
  return `${name} is running${typeof progress === 'number' ? `, ${progress} %` : ''}`;
}
