import { scaleBand, scaleLinear } from 'd3-scale';
import { chart, type ChartOptions, inNumbers, mark } from './chart.ts';
import { h, type Node } from './node.ts';
import { textWidth } from './text-width.ts';

export interface Column {
  readonly label: string;
  readonly value: number;
}

export interface ColumnChartOptions extends ChartOptions {
  readonly columns: readonly Column[];
  /** A line across, such as a limit, with its name. */
  readonly reference?: { readonly value: number; readonly label: string } | undefined;
}

const height = 200;

/** Maximum width of a column in pixels. */
const maxStep = 72;

/** Amounts side by side, such as one a day, each with its number where there is room. */
export function columnChart({ columns, reference, ...options }: ColumnChartOptions): Node {
  const { theme, width, locale } = options;
  const highest = Math.max(1, ...columns.map(({ value }) => value));
  // A line far above all columns is left out: it would make them all flat.
  const drawnReference = reference && reference.value <= highest * 4 ? reference : undefined;
  const y = scaleLinear([0, Math.max(highest, drawnReference?.value ?? 0)], [0, 1]).nice(4);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const left = Math.max(...ticks.map((tick) => textWidth(inNumbers(tick, { locale })))) + 10;
  const margin = { top: 22, right: 4, bottom: 28, left };
  y.range([height - margin.bottom, margin.top]);
  const x = scaleBand(
    columns.map((_, at) => at),
    // Few columns stay narrow, and begin at the left.
    [margin.left, Math.min(width - margin.right, margin.left + columns.length * maxStep)],
  ).padding(columns.length > 60 ? 0 : 0.25);
  const widest = Math.max(1, ...columns.map(({ label }) => textWidth(label)));
  const every = Math.max(1, Math.ceil((widest + 8) / Math.max(1, x.step())));
  const numbers = columns.every(({ value }) => textWidth(inNumbers(value, { locale })) + 4 <= x.step());
  return chart(
    options,
    height,
    ticks.flatMap((tick) => [
      h('line', { x1: left, x2: width - margin.right, y1: y(tick), y2: y(tick), stroke: theme.grid }),
      h('text', { x: left - 8, y: y(tick) + 4, 'text-anchor': 'end', fill: theme.muted }, inNumbers(tick, { locale })),
    ]),
    columns.map(({ label, value }, at) => {
      const from = x(at) ?? 0;
      const middle = from + x.bandwidth() / 2;
      const top = y(Math.max(0, value));
      return mark(
        `${label}: ${inNumbers(value, options)}`,
        h('rect', {
          x: from,
          y: margin.top,
          width: x.bandwidth(),
          height: height - margin.top - margin.bottom,
          fill: 'none',
          'pointer-events': 'all',
        }),
        h('rect', {
          x: from,
          y: top,
          width: x.bandwidth(),
          height: Math.max(0, height - margin.bottom - top),
          rx: columns.length > 60 ? 0 : 2,
          fill: theme.series[0],
        }),
        numbers &&
          value !== 0 &&
          h('text', { x: middle, y: top - 5, 'text-anchor': 'middle', fill: theme.text }, inNumbers(value, { locale })),
        at % every === 0 &&
          middle + textWidth(label) / 2 <= width &&
          h('text', { x: middle, y: height - 9, 'text-anchor': 'middle', fill: theme.muted }, label),
      );
    }),
    drawnReference && [
      h('line', {
        x1: left,
        x2: width - margin.right,
        y1: y(drawnReference.value),
        y2: y(drawnReference.value),
        stroke: theme.tones.bad,
        'stroke-width': 1.5,
        'stroke-dasharray': '5 4',
      }),
      h(
        'text',
        { x: width - margin.right, y: y(drawnReference.value) - 6, 'text-anchor': 'end', fill: theme.tones.bad },
        drawnReference.label,
      ),
    ],
  );
}
