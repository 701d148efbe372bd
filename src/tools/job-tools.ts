import type { Client } from '../client/client.ts';
import type { JobView } from '../client/reply.ts';
import { callOptions } from './call-options.ts';
import { defineTool } from './define-tool.ts';
import { jobFailure, refuse } from './refusal.ts';
import { replied, successWithin } from './result.ts';
import type { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';
import { usualWait } from './usual-wait.ts';

/** Waiting changes nothing and costs nothing: jobs are read. */
const reading = { readOnlyHint: true, openWorldHint: true } as const;

/** Takes a job up again, whoever started it. */
export const jobWait = (client: Client, { maxWaitSeconds }: ToolOptions): Tool =>
  defineTool({
    name: 'job_wait',
    title: 'Wait for a job',
    description: 'Wait for a job to end and get its result. Free. Works in any later session, and as often as you like.',
    input: {
      type: 'object',
      properties: {
        job_id: { type: 'string' },
        wait_s: { type: 'integer', minimum: 0, maximum: 600, description: 'Seconds, 0 to 600' },
        fields: { type: 'array', items: { type: 'string' } },
        format: { type: 'string', enum: ['concise', 'detailed'] },
      },
      required: ['job_id'],
    },
    annotations: reading,
    run: async ({ job_id, wait_s, ...view }, context) => {
      const { raw, ...job } = await client.wait(job_id, callOptions({ waitSeconds: wait_s ?? usualWait(maxWaitSeconds, context) }, context));
      if (job.state === 'failed' || job.state === 'unknown') return jobFailure(job);
      return replied({ data: job.data ?? null, job, credits: job.credits, ...(raw ? { raw } : {}) }, view);
    },
  });

/** The jobs on record, of all processes that share the store. */
export const jobList = (client: Client): Tool =>
  defineTool({
    name: 'job_list',
    title: 'List jobs',
    description: 'Jobs on record, newest first, also of earlier sessions: what runs, needs an answer, ended. Look here before paying for something again.',
    input: { type: 'object', properties: { state: { type: 'string', description: states.join(', ') } } },
    annotations: reading,
    run: async ({ state }) => {
      if (state !== undefined && !states.includes(state)) throw refuse('invalid_arguments', `state must be one of ${states.join(', ')}`);
      const jobs = await client.jobs({ limit: 50, ...(state === undefined ? {} : { state }) });
      return successWithin({ jobs: jobs.map(rowOf) }, {}, 'job_list with a state');
    },
  });

const states = ['starting', 'running', 'needs_you', 'completed', 'failed', 'unknown'];

/** Enough to tell jobs apart and to take one up. */
const rowOf = (job: JobView): Record<string, unknown> => ({
  job_id: job.job_id,
  operation: job.operation,
  state: job.state,
  progress: job.progress,
  started_at: job.started_at,
  ended_at: job.ended_at,
  arguments: shortly(JSON.stringify(job.arguments)),
  estimated: job.credits.estimated,
  charged: job.credits.charged,
  error: job.error,
  answer_with: job.answer_with,
});

const shortly = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 99).toWellFormed()}…`);
