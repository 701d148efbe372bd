import { inNumbers } from '../../charts/chart.ts';
import { h, type Child, type Node } from '../../charts/node.ts';
import { scoreRing } from '../../charts/score-ring.ts';
import type { Tone } from '../../charts/theme.ts';
import type { ViewContext } from './view.ts';

export interface Score {
  readonly name: string;
  /** 0 to 100. */
  readonly value: number;
  /** The verdict on the number, such as `weak`. */
  readonly verdict?: string | undefined;
  readonly tone?: Tone | undefined;
  /** Text after the name, such as the change since an earlier date. */
  readonly more?: Child | undefined;
}

/** The main score of a view: a large number with a ring, its name and its verdict in words. */
export const scoreBlock = ({ name, value, verdict, tone, more }: Score, context: ViewContext): Node =>
  h(
    'div',
    { class: 'score' },
    scoreRing(value, tone),
    h(
      'p',
      {},
      h('strong', {}, inNumbers(value, context)),
      ` ${context.words.indexOf} `,
      verdict ? badge(verdict, tone) : null,
      h('span', { class: 'name' }, ` ${name}`),
      more ? h('span', { class: 'about' }, ' ', more) : null,
    ),
  );

/** A short word that classifies something. Its colour only repeats its meaning. */
export const badge = (text: string, tone?: Tone): Node => h('span', { class: `badge ${tone ?? ''}`.trim() }, text);
