import type { Child, Node } from '../../reports/charts/node.ts';
import type { Work } from '../../tools/jobs/list-work.ts';
import { note, numeric, table } from '../../reports/views/parts/blocks.ts';
import { sinceInWords } from './time-in-words.ts';

/** Jobs and runs as a table: how each stands, since when, how far it has come, and what to do next. */
export function jobsDocument(jobs: readonly (Work & { readonly account?: string | undefined })[], now: number): Node[] {
  if (jobs.length === 0) return [note('no jobs')];
  const ofSeveral = jobs.some(({ account }) => account !== undefined);
  return [
    table(
      [...(ofSeveral ? ['Account'] : []), 'Job', 'State', 'Operation', numeric('Age'), 'Progress', 'Next'],
      jobs.map((job) => [
        ...(ofSeveral ? [job.account ?? ''] : []),
        job.job_id,
        job.state,
        typeof job.arguments['key'] === 'string' ? `${job.operation} ${job.arguments['key']}` : job.operation,
        sinceInWords(job.started_at, now),
        progressOf(job),
        nextOf(job),
      ]),
      'Jobs',
    ),
  ];
}

function progressOf({ state, progress }: Work): Child {
  const percent = state === 'completed' ? 100 : progress;
  if (percent === undefined) return '';
  const shown = Math.floor(Math.max(0, Math.min(100, percent)));
  return `${shown}%`;
}

function nextOf({ job_id: id, state, error, answer_with: answer }: Work): Child {
  if (state === 'interrupted') return `visibility-mcp run --resume ${id}, or --cancel ${id}`;
  if (error !== undefined) return error;
  if (state === 'needs_you') return answer === undefined ? 'answer it' : `answer with ${answer}`;
  if (state === 'cancelled') return '';
  return `visibility-mcp jobs wait ${id}`;
}
