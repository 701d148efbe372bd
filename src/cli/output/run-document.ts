import { h, type Node } from '../../charts/node.ts';
import type { RunView } from '../../runs/runs.ts';
import { numeric, section, table } from '../../views/parts/blocks.ts';
import { dataDocument } from './data-document.ts';

const tones: Readonly<Record<RunView['state'], string | undefined>> = {
  running: undefined,
  interrupted: 'warn',
  cancelled: 'warn',
  completed: 'good',
  failed: 'bad',
};

/** How a run ended, for a person: its result or its error, its calls, and its credits against their bound. */
export function runDocument({ run, state }: RunView, { data, error }: Readonly<Record<string, unknown>>): Node[] {
  const calls = Object.entries(run.calls);
  const { message, next } = (error ?? {}) as { message?: string | undefined; next?: string | undefined };
  return [
    h('h1', {}, `${run.id} `, h('span', { 'data-tone': tones[state] }, state)),
    ...(message === undefined ? [] : [h('p', {}, message)]),
    ...(next === undefined ? [] : [h('p', {}, next)]),
    ...(state === 'completed' ? dataDocument(data) : []),
    ...(calls.length === 0
      ? []
      : [
          section(
            'Calls',
            table(
              ['Operation', numeric('Calls')],
              calls.map(([name, count]) => [name, count]),
              'Calls',
            ),
          ),
        ]),
    ...(run.maxCredits === 0
      ? []
      : [
          section(
            'Credits',
            table(
              ['', ''],
              [
                [
                  `${run.charged} of ${run.maxCredits}${run.held > 0 ? `, ${run.held} held` : ''}`,
                  h('meter', { value: run.charged, max: run.maxCredits, 'data-held': run.held }),
                ],
              ],
              'Credits',
            ),
          ),
        ]),
  ];
}
