import type { JobState } from '../job-states.ts';
import { inNumbers } from '../charts/chart.ts';
import { h, type Node } from '../charts/node.ts';
import { button, note } from './parts/blocks.ts';
import { fieldsOf, numberOf, recordsOf, textOf, timeOf, type Fields } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';

/** Jobs with their progress, those that wait for an answer first: the data of `job_list`, or the one of `job_wait`. */
export const jobsView: View = (data, context) => {
  const { words } = context;
  const jobs = recordsOf(fieldsOf(data)['jobs']).toSorted((a, b) => rank(a) - rank(b));
  return [
    h('h1', {}, words.jobsTitle),
    ...(jobs.length === 0
      ? [note(words.noData)]
      : [
          h(
            'ul',
            { class: 'jobs' },
            jobs.map((job) => item(job, context)),
          ),
        ]),
    button(words.refresh, { tool: 'job_list', arguments: {} }),
  ];
};

const order: readonly JobState[] = ['needs_you', 'running', 'starting', 'unknown', 'failed', 'completed'];

const isJobState = (state: string): state is JobState => order.some((known) => known === state);

const rank = ({ state }: Fields): number => {
  const text = textOf(state) ?? '';
  return isJobState(text) ? order.indexOf(text) : order.length;
};

function item(job: Fields, context: ViewContext): Node {
  const { words, locale } = context;
  const state = textOf(job['state']) ?? '';
  const progress = state === 'completed' ? 100 : numberOf(job['progress']);
  const id = textOf(job['job_id']);
  const started = timeOf(job['started_at']);
  const name = textOf(job['operation']) ?? '–';
  const charged = numberOf(job['charged'] ?? fieldsOf(job['credits'])['charged']);
  return h(
    'li',
    { class: `job ${isJobState(state) ? state : ''}` },
    h('strong', {}, name),
    ' ',
    h('span', { class: 'state' }, isJobState(state) ? words.jobStates[state] : state),
    progress === undefined
      ? null
      : h('progress', {
          max: 100,
          value: Math.max(0, Math.min(100, progress)),
          'aria-label': `${name}: ${words.progress} ${progress} %`,
        }),
    h(
      'p',
      { class: 'about' },
      [
        started === undefined
          ? undefined
          : `${words.started} ${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(started)}`,
        charged === undefined ? undefined : `${inNumbers(charged, context)} ${words.credits}`,
        id,
      ]
        .filter(Boolean)
        .join(' · '),
    ),
    id !== undefined && (state === 'running' || state === 'starting')
      ? button(words.goOn, { tool: 'job_wait', arguments: { job_id: id } })
      : null,
  );
}
