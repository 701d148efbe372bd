import type { JobState } from '../../base/job-states.ts';
import { inNumbers } from '../charts/chart.ts';
import { h, type Node } from '../charts/node.ts';
import type { Tone } from '../charts/theme.ts';
import { button, emptyState, numbers, pageTitle } from './parts/blocks.ts';
import { creditsText } from './parts/figures.ts';
import { momentFormat } from './parts/dates.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { fieldsOf, numberIn, recordsOf, textOf, timeOf } from './parts/read.ts';
import { badge } from './parts/score.ts';
import type { View, ViewAction, ViewContext } from './parts/view.ts';

/**
 * Jobs with their progress, those that wait for an answer first: the data of `job_list`, or the one job of `job_wait`. While
 * a job is running, the page reads the list repeatedly, until the reader stops it.
 */
export const jobsView: View = (data, context) => {
  const { words } = context;
  const jobs = recordsOf(fieldsOf(data)['jobs']).toSorted((a, b) => rank(a) - rank(b));
  const counts = order.map(
    (state) => [words.jobStates[state], jobs.filter((job) => job['state'] === state).length] as const,
  );
  const items = jobs.map((job) => item(job, context));
  const follow = h('button', { type: 'button', 'data-follow': JSON.stringify(listing) }, words.follow);
  return [
    pageTitle(words.jobsTitle, context),
    ...(jobs.length === 0
      ? [emptyState(words.noData, words.empty.jobs)]
      : [
          ...numbers(
            counts.filter(([, count]) => count > 0),
            context,
          ),
          h('ul', { class: 'jobs' }, items),
        ]),
    h('p', { class: 'actions' }, button(words.refresh, listing), jobs.some(isRunning) ? follow : null),
  ];
};

const listing: ViewAction = { tool: 'job_list', arguments: {} };

const order: readonly JobState[] = ['needs_you', 'running', 'starting', 'unknown', 'failed', 'completed'];

const isJobState = (state: string): state is JobState => order.some((jobState) => jobState === state);

const rank = ({ state }: Fields): number => {
  const text = textOf(state) ?? '';
  return isJobState(text) ? order.indexOf(text) : order.length;
};

const isRunning = ({ state }: Fields): boolean => state === 'running' || state === 'starting';

function item(job: Fields, context: ViewContext): Node {
  const { words, locale } = context;
  const state = textOf(job['state']) ?? '';
  const progress = numberIn(job['progress']);
  const id = textOf(job['job_id']);
  const startedAt = timeOf(job['started_at']);
  const name = textOf(job['operation']) ?? '–';
  const charged = numberIn(job['charged'] ?? fieldsOf(job['credits'])['charged']);
  const failure = textOf(job['error']) ?? textOf(fieldsOf(job['error'])['message']);
  const answer = textOf(job['answer_with']);
  const about = [
    startedAt === undefined ? undefined : `${words.started} ${momentFormat(locale).format(startedAt)}`,
    charged === undefined ? undefined : creditsText(charged, context),
    id,
    textOf(job['account']),
  ];
  return h(
    'li',
    { class: 'job' },
    h('strong', {}, name),
    ' ',
    isJobState(state) ? badge(words.jobStates[state], tones[state]) : badge(state),
    progress === undefined || state === 'completed' ? null : progressBar(progress, name, context),
    failure === undefined ? null : h('p', {}, failure),
    state === 'needs_you'
      ? h('p', {}, words.waitsForYou, answer === undefined ? null : h('code', { class: 'call' }, answer))
      : null,
    h('p', { class: 'about' }, about.filter(Boolean).join(' · ')),
    id !== undefined && isRunning(job)
      ? button(words.goOn, { tool: 'job_wait', arguments: { job_id: id, wait_s: 0 } })
      : null,
  );
}

function progressBar(progress: number, name: string, context: ViewContext): Node {
  const value = Math.max(0, Math.min(100, progress));
  return h(
    'div',
    { class: 'progress' },
    h('progress', { max: 100, value, 'aria-label': `${name}: ${context.words.progress}` }),
    h('span', {}, inNumbers(value, { ...context, unit: '%' })),
  );
}

const tones: Readonly<Partial<Record<JobState, Tone>>> = {
  needs_you: 'fair',
  completed: 'good',
  failed: 'bad',
  unknown: 'bad',
};
