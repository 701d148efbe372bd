import { h, type Node } from './node.ts';
import { theme, type Tone } from './theme.ts';

/** A score from 0 to 100 as a part of a ring. Decorative: the number is next to it as text. */
export function scoreRing(score: number, tone?: Tone): Node {
  const share = Math.min(100, Math.max(0, score));
  const ring = { r: 33, fill: 'none', 'stroke-width': 10 };
  return h(
    'svg',
    { viewBox: '-38 -38 76 76', width: 76, height: 76, class: 'ring', 'aria-hidden': 'true' },
    h('circle', { ...ring, stroke: theme.track }),
    share > 0 &&
      h('circle', {
        ...ring,
        stroke: tone === undefined ? theme.series[0] : theme.tones[tone],
        pathLength: 100,
        'stroke-dasharray': `${share} 100`,
        transform: 'rotate(-90)',
      }),
  );
}
