import PQueue from 'p-queue';
import * as z from 'zod';
import { type Arguments, findOperation, type Operation } from '../../catalog/index.ts';
import type { CallOptions, Effects, JobView, Platform, Progress } from '../../client/index.ts';
import type { Clock } from '../../base/index.ts';
import { jobStates } from '../../base/job-states.ts';
import { type CallResult, toCallResult } from './call-result.ts';
import { forgetChangedProjects, resolveProjectNames } from '../../client/names/resolve-project-names.ts';
import { saveTable } from './saving/save-table.ts';
import { createMemoryCalls, isMemoryCall } from './memory-calls.ts';
import { OpenLists } from './open-lists.ts';
import { isPlainCall, plainCall } from './plain-calls.ts';
import { invalidCall, readGiven } from './read-given.ts';
import { VisibilityError } from '../../client/errors.ts';

/** Runs a whole task by its name, such as `write_article`, or `estimate`, like the tool of that name. */
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
  /** The program's run. Absent: a program in this process whose effects are not recorded. */
  readonly run?: ProgramRun | undefined;
}

/** A step for every effect of a program: calls that change or pay, and writes to this store or machine. */
export interface ProgramEffects extends Effects {
  /**
   * Does work without a request, such as storing a value of `platform.state`.
   * @param sample the answer if the work is not done
   */
  local<T>(name: string, args: readonly unknown[], work: () => Promise<T>, sample: T): Promise<T>;
}

/** What the calls of a run need to know about it. */
export interface ProgramRun {
  readonly id: string;
  readonly effects: ProgramEffects;
  /** Whether nothing may be changed, not even stored values. */
  readonly isDry: boolean;
}

/** Options of one call in addition to its arguments. */
export interface ProgramCallOptions extends Pick<CallOptions, 'signal' | 'files'> {
  readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
}

/** Progress of a job, and its call. */
export interface OperationProgress extends Progress {
  /** An operation, a workflow, or the id of a job. */
  readonly operation: string;
}

/** Makes a call of a program by its name. Rejects with a `VisibilityError`. */
export type Perform = (name: string, args: readonly unknown[], options?: ProgramCallOptions) => Promise<unknown>;

/** Maximum calls of one program in progress at once, including waits for their jobs; further ones wait. */
const maxCallsAtOnce = 64;

/** Seconds that a job is waited for, unless the program says otherwise: longer than any job may take. */
export const jobSeconds = 86_400;

/** Milliseconds between two waits for a job while this process shuts down. */
const closingMs = 1_000;

/** Makes the calls of a program. Each call waits until its job has ended, however long that and the rate limit take. */
export function createPerform({ client, runTask, clock, maxWaitSeconds, outFolder, run }: PerformParts): Perform {
  const queue = new PQueue({ concurrency: maxCallsAtOnce });
  const lists = new OpenLists();
  const remember = createMemoryCalls(() => client.memory(), clock, run);
  const locally = <T>(name: string, args: readonly unknown[], work: () => Promise<T>, sample: T): Promise<T> =>
    run ? run.effects.local(name, args, work, sample) : work();

  return async (name, args, options = {}) => {
    const [first, second] = args;
    const { signal } = options;
    signal?.throwIfAborted();
    if (name === 'state.set' || name === 'state.delete')
      return locally(name, args, () => remember(name, args, signal), null);
    if (isMemoryCall(name)) return remember(name, args, signal);
    if (isPlainCall(name)) return plainCall(name, args, clock.now());
    if (name === 'save')
      return locally<unknown>(name, args, () => saveTable(client, first, second, outFolder), { not_written: dryFile });
    if (name === 'jobs.list') return client.jobs(readGiven(name, jobFilter, first));
    return queue.add(() => request(name, args, options), { signal });
  };

  async function request(
    name: string,
    [first, second]: readonly unknown[],
    options: ProgramCallOptions,
  ): Promise<unknown> {
    if (name === 'estimate') return (await runTask('estimate', { calls: planOf(first) }, options)).data;
    if (name === 'jobs.wait') return waitFor(jobIdOf(first), options, undefined);
    const [family = '', action = ''] = name.split('.', 2);
    if (family === 'workflows') return runTask(action, fieldsOf(name, first), options);
    const { list, ...own } = fieldsOf(name, second);
    const [operation, input] = [operationOf(name), fieldsOf(name, first)];
    if (list === undefined) return callToEnd(operation, input, own, options);
    return lists.next(list, operation, input, (page) => callToEnd(operation, page, own, options));
  }

  async function callToEnd(
    operation: Operation,
    input: Arguments,
    own: Readonly<Record<string, unknown>>,
    options: ProgramCallOptions,
  ): Promise<CallResult> {
    const { wait_s: requestedWait = maxWaitSeconds, again } = readGiven(operation.name, ownOptions, own);
    const until = requestedWait === undefined ? undefined : clock.steady() + requestedWait * 1000;
    const args = await resolveProjectNames(client, operation, input, clock.now());
    try {
      const reply = await client.call(operation, args, {
        ...optionsOf(options, operation.name),
        waitSeconds: secondsUntil(until),
        again: again || undefined,
      });
      if (!reply.job || isEnough(reply.job, until)) return toCallResult(operation, reply);
      return await waitFor(reply.job.job_id, options, until, reply.job.joined);
    } finally {
      forgetChangedProjects(client, operation);
    }
  }

  /** Waits for a job to end, or until then. */
  async function waitFor(
    id: string,
    options: ProgramCallOptions,
    until: number | undefined,
    joined?: boolean,
  ): Promise<CallResult> {
    for (;;) {
      const waitSeconds = secondsUntil(until);
      const reply = await client.wait(id, { ...optionsOf(options, id), waitSeconds });
      const { job } = reply;
      if (isEnough(job, until))
        return toCallResult(findOperation(job.operation), joined ? { ...reply, job: { ...job, joined } } : reply);
      // Waits end early while this process shuts down; the shutdown then ends this program, too.
      await clock.sleep(closingMs, options.signal);
    }
  }

  function isEnough({ state }: Pick<JobView, 'state'>, until: number | undefined): boolean {
    const goesOn = state === 'starting' || state === 'running';
    return !goesOn || (until !== undefined && clock.steady() >= until);
  }

  function secondsUntil(until: number | undefined): number {
    return until === undefined ? jobSeconds : Math.max(0, Math.ceil((until - clock.steady()) / 1000));
  }
}

const dryFile = 'a dry run writes no file';

const optionsOf = ({ onProgress, ...options }: ProgramCallOptions, operation: string): CallOptions => ({
  ...options,
  onProgress: onProgress ? (progress: Progress) => onProgress({ operation, ...progress }) : undefined,
});

/** The operation of that name. Throws `unknown_operation`. */
function operationOf(name: string): Operation {
  const operation = findOperation(name);
  if (operation) return operation;
  throw new VisibilityError('unknown_operation', `platform.${name}: there is no such operation.`, {
    outcome: 'not_sent',
    next: 'find_operations tells the names.',
  });
}

function fieldsOf(name: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidCall(`${name} takes one object of arguments, such as {id: 7}.`);
}

/** Maximum jobs in a list for a program. */
const maxJobs = 1_000;

const jobFilter = z.strictObject({
  state: z.enum(jobStates).optional(),
  limit: z.int().min(1).max(maxJobs).optional(),
});

/** Options of a call. Arguments go into the first object. */
const ownOptions = z.strictObject({ wait_s: z.number().min(0).optional(), again: z.boolean().optional() });

function jobIdOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalidCall('jobs.wait takes the id of a job.');
}

function planOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw invalidCall("estimate takes a list, such as [['articles.generate', {id: 7}]].");
  return value.map((one: unknown) =>
    Array.isArray(one) ? { operation: one[0] as unknown, arguments: (one[1] as unknown) ?? {} } : one,
  );
}
