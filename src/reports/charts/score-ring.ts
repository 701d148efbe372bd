import { arc } from 'd3-shape';
import { h, type Node } from './node.ts';
import type { Theme, Tone } from './theme.ts';

export interface ScoreRingOptions {
  readonly score: number;
  readonly max: number;
  readonly theme: Theme;
  readonly tone?: Tone | undefined;
  /** Width and height in pixels. */
  readonly size?: number | undefined;
}

/** A score as a part of a ring. Decorative: the number is beside it as text. */
export function scoreRing({ score, max, theme, tone, size = 76 }: ScoreRingOptions): Node {
  const outer = size / 2;
  const share = Math.min(1, Math.max(0, score / max));
  const ring = (to: number): string =>
    arc()({ innerRadius: outer - 10, outerRadius: outer, startAngle: 0, endAngle: 2 * Math.PI * to }) ?? '';
  return h(
    'svg',
    { viewBox: `${-outer} ${-outer} ${size} ${size}`, width: size, height: size, class: 'ring', 'aria-hidden': 'true' },
    h('path', { d: ring(1), fill: theme.track, 'fill-rule': 'evenodd' }),
    h('path', { d: ring(share), fill: tone === undefined ? theme.series[0] : theme.tones[tone] }),
  );
}
