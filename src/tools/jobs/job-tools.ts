import * as z from 'zod';
import type { Platform } from '../../client/index.ts';
import { readAnnotations } from '../definition/annotations.ts';
import { waitSeconds, waitSecondsOf } from '../definition/waiting.ts';
import { fields, text } from '../definition/tool-arguments.ts';
import { defineTool } from '../definition/define-tool.ts';
import { boundedSuccess } from '../results/result.ts';
import { outputSchema } from '../results/output-schema.ts';
import type { Tool } from '../definition/tool.ts';
import { progressOf, runResult } from '../runs/run-result.ts';
import { listWork, type Work, workStates } from './list-work.ts';
import type { ToolOptions } from '../definition/tool-options.ts';
import { shorten } from '../../base/text/shorten.ts';

const waitInput = () => ({
  job_id: text,
  wait_s: waitSeconds.optional(),
  fields: fields.optional(),
});

const listInput = () => ({ state: z.enum(workStates).optional() });

/** Continues to wait for a job that any call has started. */
export const jobWait = (client: Platform, { maxWaitSeconds, runs }: ToolOptions): Tool =>
  defineTool({
    name: 'job_wait',
    title: 'Wait for a job',
    about: 'Wait for a job and show its result',
    description: 'Wait for a job to end and get its result. Free. Works in any later session.',
    input: waitInput,
    annotations: readAnnotations,
    view: 'jobs',
    run: async ({ job_id, wait_s, fields }, context) => {
      const seconds = waitSecondsOf(wait_s, maxWaitSeconds, context);
      if (runs && job_id.startsWith('run_'))
        return runResult(await (await runs()).wait(job_id, seconds * 1000, context.signal, progressOf(context)));
      const { jobResult } = await import('./job-result.ts');
      return jobResult(await client.wait(job_id, { ...context, waitSeconds: seconds }), { fields });
    },
  });

/** The jobs on record, and the runs of programs, of all processes that share the store. */
export const jobList = (client: Platform, { runs }: Pick<ToolOptions, 'runs'> = {}): Tool =>
  defineTool({
    name: 'job_list',
    title: 'List jobs',
    about: 'List the jobs and how they stand',
    description:
      'Jobs on record, newest first, also of earlier sessions: what runs, needs an answer, ended. Look here before paying for something again.',
    input: listInput,
    output: outputSchema({ jobs: 'list' }),
    annotations: readAnnotations,
    view: 'jobs',
    run: async ({ state }) => {
      const listed = await listWork(client, runs, state);
      return boundedSuccess({ jobs: listed.map(jobRow) }, {}, 'job_list with a state');
    },
  });

/** The fields that are needed to tell jobs apart and to continue one. */
export const jobRow = (job: Work): Record<string, unknown> => ({
  job_id: job.job_id,
  operation: job.operation,
  state: job.state,
  progress: job.progress,
  started_at: job.started_at,
  ended_at: job.ended_at,
  arguments: shorten(JSON.stringify(job.arguments), 100),
  estimated: job.credits.estimated,
  charged: job.credits.charged,
  error: job.error,
  answer_with: job.answer_with,
  next: job.state === 'interrupted' ? job.next : undefined,
});
