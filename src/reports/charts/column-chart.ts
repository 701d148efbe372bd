import { scaleBand, scaleLinear } from 'd3-scale';
import { chart, type ChartOptions, gridLines, inNumbers, mark } from './chart.ts';
import { h, type Node } from './node.ts';
import { textWidth } from './text-width.ts';
import { theme } from './theme.ts';

export interface Column {
  readonly label: string;
  readonly value: number;
}

const height = 200;

/** Maximum width of a column in pixels. */
const maxStep = 72;

/** Amounts side by side, such as one for each day, each with its number if there is room. */
export function columnChart(columns: readonly Column[], options: ChartOptions): Node {
  const { width, locale } = options;
  const y = scaleLinear([0, Math.max(1, ...columns.map(({ value }) => value))], [0, 1]).nice(4);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const left = Math.max(...ticks.map((tick) => textWidth(inNumbers(tick, { locale })))) + 10;
  const margin = { top: 22, right: 4, bottom: 28, left };
  y.range([height - margin.bottom, margin.top]);
  const x = scaleBand(
    columns.map((_, at) => at),
    // Few columns stay narrow, and begin at the left.
    [margin.left, Math.min(width - margin.right, margin.left + columns.length * maxStep)],
  ).padding(0.25);
  const widest = Math.max(1, ...columns.map(({ label }) => textWidth(label)));
  const every = Math.max(1, Math.ceil((widest + 8) / Math.max(1, x.step())));
  const numbers = columns.every(({ value }) => textWidth(inNumbers(value, { locale })) + 4 <= x.step());
  return chart(
    options,
    height,
    gridLines(ticks, y, { from: left, to: width - margin.right, locale }),
    columns.map(({ label, value }, at) => {
      const middle = (x(at) ?? 0) + x.bandwidth() / 2;
      const top = y(value);
      const column = { x: x(at) ?? 0, width: x.bandwidth() };
      return mark(
        `${label}: ${inNumbers(value, options)}`,
        // An invisible area, so that the pointer need not hit the column itself.
        h('rect', { ...column, y: 0, height, fill: 'none', 'pointer-events': 'all' }),
        h('rect', { ...column, y: top, height: height - margin.bottom - top, rx: 2, fill: theme.series[0] }),
        numbers &&
          value !== 0 &&
          h('text', { x: middle, y: top - 5, 'text-anchor': 'middle', fill: theme.text }, inNumbers(value, { locale })),
        at % every === 0 &&
          middle + textWidth(label) / 2 <= width &&
          h('text', { x: middle, y: height - 9, 'text-anchor': 'middle', fill: theme.muted }, label),
      );
    }),
  );
}
