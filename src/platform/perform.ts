import PQueue from 'p-queue';
import { findFamily, findOperation, families } from '../catalog/index.ts';
import type { Arguments, Operation } from '../catalog/operation.ts';
import type { Platform } from './platform.ts';
import type { CallOptions, JobView, Progress, Reply } from '../client/call/reply.ts';
import { VisibilityError } from '../client/errors/visibility-error.ts';
import type { Clock } from '../clock.ts';
import { type JobState, jobStates } from '../job-states.ts';
import { nearest } from '../text/nearest.ts';
import { toCallResult } from './call-result.ts';
import { forgetProjectNames, resolveProjectNames } from './resolve-project-names.ts';
import { saveTable } from './saving/save-table.ts';
import { createMemoryCalls, isMemoryCall, type RunClaim } from './memory-calls.ts';
import { isPlainCall, plainCall } from './plain-calls.ts';
import type { TaskSteps } from './task-steps.ts';
import { waitForRoom } from './wait-for-room.ts';

/** A whole task by its name, such as `write_article`, or `estimate`: as the tool of that name does it. */
export type RunTask = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  options: ProgramCallOptions,
) => Promise<TaskResult>;

/** The result of a task: `data`, and further fields of the tool's result. */
export interface TaskResult {
  readonly data: unknown;
  readonly [beside: string]: unknown;
}

export interface PerformParts {
  readonly client: Platform;
  readonly runTask: RunTask;
  readonly clock: Clock;
  /** Seconds a job is waited for. Absent: until it ends. */
  readonly maxWaitSeconds?: number | undefined;
  /** Folder for files of `platform.save`. Absent: they are only kept in the store. */
  readonly outFolder?: string | undefined;
}

/** Options of one call beside its arguments. */
export interface ProgramCallOptions extends Pick<CallOptions, 'signal' | 'files' | 'deferAcknowledgement' | 'trace'> {
  readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
  /** The record of the calls that a workflow makes. Absent: they are not recorded. */
  readonly steps?: TaskSteps | undefined;
  /** The holder of claims that `once` makes. Absent: this process. */
  readonly claim?: RunClaim | undefined;
}

/** Progress of a job, and its call. */
export interface OperationProgress extends Progress {
  /** An operation, a workflow, or the id of a job. */
  readonly operation: string;
}

/** Makes a call of a program by its name. Rejects with a `VisibilityError`. */
export type Perform = (name: string, args: readonly unknown[], options?: ProgramCallOptions) => Promise<unknown>;

/** Calls of one program that are made at once; further ones wait their turn. */
const maxCallsAtOnce = 16;

/** Seconds that one attempt waits for its slot and for its job, before it is repeated. */
const patienceSeconds = 60;

/** Makes the calls of a program. Each call waits until its job has ended, however long that and the rate limit take. */
export function createPerform({ client, runTask, clock, maxWaitSeconds, outFolder }: PerformParts): Perform {
  const queue = new PQueue({ concurrency: maxCallsAtOnce });
  const remember = createMemoryCalls(() => client.memory(), clock);

  return async (name, args, options = {}) => {
    options.signal?.throwIfAborted();
    const [first, second] = args;
    if (isMemoryCall(name)) return remember(name, args, options);
    if (isPlainCall(name)) return plainCall(name, args, clock.now());
    if (name === 'estimate') return (await runTask('estimate', { calls: planOf(first) }, options)).data;
    if (name === 'save') return saveTable(client, first, second, outFolder);
    if (name === 'jobs.wait') return waitFor(jobIdOf(first), options, undefined);
    if (name === 'jobs.list') return client.jobs(jobFilterOf(fieldsOf(name, first)));
    const [family = '', action = ''] = name.split('.', 2);
    if (family === 'workflows') return runTask(action, fieldsOf(name, first), options);
    return callOperation(operationOf(name), fieldsOf(name, first), fieldsOf(name, second), options);
  };

  async function callOperation(
    operation: Operation,
    input: Arguments,
    own: Readonly<Record<string, unknown>>,
    options: ProgramCallOptions,
  ): Promise<unknown> {
    refuseUnknownOptions(operation.name, own);
    const requestedWait = own['wait_s'] ?? maxWaitSeconds;
    const until = typeof requestedWait === 'number' ? clock.steady() + requestedWait * 1000 : undefined;
    const { signal } = options;
    const resolvedInput = await waitForRoom(() => resolveProjectNames(client, operation, input, clock.now()), {
      clock,
      signal,
    });
    try {
      const reply = await queue.add(() =>
        waitForRoom(
          () =>
            client.call(operation, resolvedInput, {
              ...optionsOf(options, operation.name),
              waitSeconds: secondsUntil(until),
              again: own['again'] === true || undefined,
            }),
          { clock, signal },
        ),
      );
      if (!reply.job || !goesOn(reply.job)) return toCallResult(operation, reply);
      return await waitFor(reply.job.job_id, options, until, reply.job.joined);
    } finally {
      forgetProjectNames(client, operation);
    }
  }

  /** Waits for a job to end, or until then. */
  async function waitFor(
    id: string,
    options: ProgramCallOptions,
    until: number | undefined,
    joined?: boolean,
  ): Promise<unknown> {
    for (;;) {
      const {
        data,
        raw,
        started,
        leftUnread: _,
        ...job
      } = await waitForRoom(() => client.wait(id, { ...optionsOf(options, id), waitSeconds: secondsUntil(until) }), {
        clock,
        signal: options.signal,
      });
      if (goesOn(job) && (until === undefined || clock.steady() < until)) continue;
      const reply: Reply = {
        data: data ?? null,
        job: joined ? { ...job, joined } : job,
        credits: job.credits,
        raw,
        started,
      };
      return toCallResult(findOperation(job.operation), reply);
    }
  }

  function secondsUntil(until: number | undefined): number {
    if (until === undefined) return patienceSeconds;
    return Math.min(patienceSeconds, Math.max(0, Math.ceil((until - clock.steady()) / 1000)));
  }
}

const goesOn = ({ state }: Pick<JobView, 'state'>): boolean => state === 'starting' || state === 'running';

const optionsOf = (
  { onProgress, steps: _steps, claim: _claim, ...options }: ProgramCallOptions,
  operation: string,
): CallOptions => ({
  ...options,
  onProgress: onProgress ? (progress: Progress) => onProgress({ operation, ...progress }) : undefined,
});

/** The operation of that name. Throws `unknown_operation` with the nearest one. */
function operationOf(name: string): Operation {
  const operation = findOperation(name);
  if (operation) return operation;
  const [family = '', action = ''] = name.split('.', 2);
  const knownFamily = findFamily(family);
  const [suggestion] = knownFamily
    ? nearest(action, Object.keys(knownFamily.operations), 1).map((one) => `${family}.${one}`)
    : nearest(
        family,
        families.map((one) => one.name),
        1,
      );
  throw new VisibilityError('unknown_operation', `platform.${name}: there is no such operation.`, {
    outcome: 'not_sent',
    next: suggestion ? `Did you mean platform.${suggestion}?` : 'find_operations tells the names.',
  });
}

function fieldsOf(name: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(`platform.${name} takes one object of arguments, such as {id: 7}.`);
}

interface JobFilter {
  readonly state: JobState | undefined;
  readonly limit: number | undefined;
}

/** Validates a filter of jobs. Throws `invalid_arguments`. */
function jobFilterOf({ state, limit }: Readonly<Record<string, unknown>>): JobFilter {
  const isState = (value: unknown): value is JobState => jobStates.some((one) => one === value);
  if (state !== undefined && !isState(state))
    throw invalid(`platform.jobs.list: state is one of ${jobStates.join(', ')}.`);
  const isCount = typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= maxJobs;
  if (limit !== undefined && !isCount)
    throw invalid(`platform.jobs.list: limit is a whole number from 1 to ${maxJobs}.`);
  return { state, limit: isCount ? limit : undefined };
}

/** Jobs that a program lists at once. */
const maxJobs = 1_000;

/** Refuses unknown options, which a program would otherwise believe to have an effect. */
function refuseUnknownOptions(name: string, own: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(own).find((one) => one !== 'wait_s' && one !== 'again');
  if (unknown === undefined) return;
  throw invalid(
    `platform.${name}: ${unknown.slice(0, 40)} is no option; there are wait_s and again. Arguments go into the first object.`,
  );
}

function jobIdOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalid('platform.jobs.wait takes the id of a job.');
}

function planOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw invalid("platform.estimate takes a list, such as [['articles.generate', {id: 7}]].");
  return value.map((one: unknown) =>
    Array.isArray(one) ? { operation: one[0] as unknown, arguments: (one[1] as unknown) ?? {} } : one,
  );
}

const invalid = (message: string): VisibilityError =>
  new VisibilityError('invalid_arguments', message, { outcome: 'not_sent' });
