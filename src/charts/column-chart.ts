import { scaleBand, scaleLinear } from 'd3-scale';
import { chart, type ChartOptions, inNumbers } from './chart.ts';
import { h, type Node } from './node.ts';

export interface Column {
  readonly label: string;
  readonly value: number;
}

export interface ColumnChartOptions extends ChartOptions {
  readonly columns: readonly Column[];
}

const height = 200;
const margin = { top: 20, right: 6, bottom: 28, left: 6 };

/** Pixels a column takes at the most. */
const maxStep = 90;

/** Amounts side by side, such as one a day, each with its number where there is room. */
export function columnChart({ columns, ...options }: ColumnChartOptions): Node {
  const { theme, width } = options;
  const x = scaleBand(
    columns.map((_, at) => at),
    // Few columns stay slim, at the left.
    [margin.left, Math.min(width - margin.right, margin.left + columns.length * maxStep)],
  ).padding(0.25);
  const y = scaleLinear([0, Math.max(1, ...columns.map(({ value }) => value))], [height - margin.bottom, margin.top]);
  const every = Math.max(1, Math.ceil(48 / Math.max(1, x.step())));
  return chart(
    options,
    height,
    h('line', {
      x1: margin.left,
      x2: width - margin.right,
      y1: height - margin.bottom,
      y2: height - margin.bottom,
      stroke: theme.grid,
    }),
    columns.map(({ label, value }, at) => {
      const left = x(at) ?? 0;
      const middle = left + x.bandwidth() / 2;
      return h(
        'g',
        {},
        h('title', {}, `${label}: ${inNumbers(value, options)}`),
        h('rect', {
          x: left,
          y: y(value),
          width: x.bandwidth(),
          height: Math.max(0, height - margin.bottom - y(value)),
          rx: 2,
          fill: theme.series[0],
        }),
        every === 1 &&
          h(
            'text',
            { x: middle, y: y(value) - 5, 'text-anchor': 'middle', fill: theme.text },
            inNumbers(value, { locale: options.locale }),
          ),
        at % every === 0 && h('text', { x: middle, y: height - 9, 'text-anchor': 'middle', fill: theme.muted }, label),
      );
    }),
  );
}
