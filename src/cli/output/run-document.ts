import { h, type Node } from '../../reports/charts/node.ts';
import type { RunView } from '../../programs/index.ts';
import { numeric, section, table } from '../../reports/views/parts/blocks.ts';
import { dataDocument } from './data-document.ts';

/** How a run ended, for a person: its result or its error, its calls, and its credits against their bound. */
export function runDocument({ run, state }: RunView, { data, error }: Readonly<Record<string, unknown>>): Node[] {
  const calls = Object.entries(run.calls);
  const { message, next } = (error ?? {}) as { message?: string | undefined; next?: string | undefined };
  return [
    h('h1', {}, `${run.id}: ${state}`),
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
      : [h('p', {}, `Credits: ${run.charged} of ${run.maxCredits}${run.held > 0 ? `, ${run.held} held` : ''}`)]),
  ];
}
