import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { chart, type ChartOptions, inNumbers, mark } from './chart.ts';
import { h, type Node } from './node.ts';
import { textWidth } from './text-width.ts';

export interface Point {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly value: number;
}

export interface LineChartOptions extends ChartOptions {
  /** In the order of time. One point is drawn as a dot. */
  readonly points: readonly Point[];
}

const height = 220;

/** Points up to which dots are drawn. More of them would hide the line; they appear on hover. */
const maxDots = 60;

/** How one number developed over time. */
export function lineChart({ points, ...options }: LineChartOptions): Node {
  const { theme, width, locale, max } = options;
  const times = points.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const values = points.map(({ value }) => value);
  const y = scaleLinear([Math.min(0, ...values), max ?? Math.max(1, ...values)], [0, 1]);
  if (max === undefined) y.nice(4);
  const ticks = y.ticks(4);
  const widest = Math.max(...ticks.map((tick) => textWidth(inNumbers(tick, { locale }))));
  const margin = { top: 20, right: 22, bottom: 30, left: widest + 12 };
  y.range([height - margin.bottom, margin.top]);
  // A single point is in the middle.
  const x = scaleUtc(first === last ? [first - 1, last + 1] : [first, last], [margin.left + 8, width - margin.right]);
  const sameYear = new Date(first).getUTCFullYear() === new Date(last).getUTCFullYear();
  const day = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: sameYear ? undefined : '2-digit',
    timeZone: 'UTC',
  });
  const path = line<Point>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  )(points as Point[]);
  const dotted = points.length <= maxDots;
  const latest = points.at(-1);
  return chart(
    options,
    height,
    ticks.flatMap((value) => [
      h('line', { x1: margin.left, x2: width - margin.right + 8, y1: y(value), y2: y(value), stroke: theme.grid }),
      h(
        'text',
        { x: margin.left - 8, y: y(value) + 4, 'text-anchor': 'end', fill: theme.muted },
        inNumbers(value, { locale }),
      ),
    ]),
    dates(),
    points.length > 1 && h('path', { d: path ?? '', fill: 'none', stroke: theme.series[0], 'stroke-width': 2.5 }),
    points.map(({ at, value }, n) =>
      mark(
        `${day.format(at)}: ${inNumbers(value, options)}`,
        h('circle', {
          cx: round(x(at)),
          cy: round(y(value)),
          r: 4,
          fill: dotted || n === points.length - 1 ? theme.series[0] : 'none',
        }),
      ),
    ),
    latest &&
      h(
        'text',
        {
          x: round(x(latest.at)),
          y: round(Math.max(margin.top - 6, y(latest.value) - 10)),
          'text-anchor': first === last ? 'middle' : 'end',
          'font-weight': 'bold',
          fill: theme.text,
        },
        inNumbers(latest.value, options),
      ),
  );

  /** Labels of the axis: days of points, at equal distances from the last one. Labels that would overlap are left out. */
  function dates(): Node[] {
    const distinct = [...new Map(points.map(({ at }) => [day.format(at), at])).values()];
    const step = Math.ceil(distinct.length / Math.max(2, Math.floor(width / 90)));
    const labelledTimes = distinct.filter((_, n) => (distinct.length - 1 - n) % step === 0);
    let free = 0;
    return labelledTimes.flatMap((at) => {
      const text = day.format(at);
      const half = textWidth(text) / 2;
      const middle = Math.min(x(at), width - half);
      if (middle - half < free) return [];
      free = middle + half + 8;
      return [h('text', { x: round(middle), y: height - 9, 'text-anchor': 'middle', fill: theme.muted }, text)];
    });
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;
