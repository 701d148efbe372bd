import type { ChartOptions } from './chart.ts';
import { h, type Node } from './node.ts';
import { cutToWidth, textWidth } from './text-width.ts';
import { theme } from './theme.ts';

/** The names of series with their colours, on as many lines as they need. */
export function legend(
  series: readonly string[],
  { width }: Pick<ChartOptions, 'width'>,
): { readonly nodes: readonly Node[]; readonly height: number } {
  let [x, y] = [0, 0];
  const nodes = series.map((name, at) => {
    const fittedName = cutToWidth(name, width - 22);
    const needed = 18 + textWidth(fittedName);
    if (x > 0 && x + needed > width) [x, y] = [0, y + 20];
    const left = x;
    x += needed + 20;
    return h(
      'g',
      {},
      h('rect', { x: left, y: y + 2, width: 12, height: 12, rx: 2, fill: theme.series[at] }),
      h('text', { x: left + 18, y: y + 13, fill: theme.muted }, fittedName),
    );
  });
  return { nodes, height: y + 18 };
}
