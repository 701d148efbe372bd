import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { chart, type ChartOptions, inNumbers } from './chart.ts';
import { h, type Node } from './node.ts';

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
const margin = { top: 14, right: 18, bottom: 30, left: 44 };

/** Above this many points, dots would hide the line. */
const maxDots = 60;

/** How one number developed over time. */
export function lineChart({ points, ...options }: LineChartOptions): Node {
  const { theme, width, locale, max } = options;
  const times = points.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const x = scaleUtc([first, last === first ? first + 1 : last], [margin.left, width - margin.right]);
  const y = scaleLinear(
    [0, max ?? Math.max(1, ...points.map(({ value }) => value))],
    [height - margin.bottom, margin.top],
  );
  if (max === undefined) y.nice(4);
  const sameYear = new Date(first).getUTCFullYear() === new Date(last).getUTCFullYear();
  const day = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: '2-digit' }),
    timeZone: 'UTC',
  });
  const path = line<Point>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  )(points as Point[]);
  const dates = [...new Set(first === last ? [first] : x.ticks(Math.max(2, Math.floor(width / 120))).map(Number))];
  return chart(
    options,
    height,
    y
      .ticks(4)
      .flatMap((value) => [
        h('line', { x1: margin.left, x2: width - margin.right, y1: y(value), y2: y(value), stroke: theme.grid }),
        h(
          'text',
          { x: margin.left - 8, y: y(value) + 4, 'text-anchor': 'end', fill: theme.muted },
          inNumbers(value, { locale }),
        ),
      ]),
    dates.map((at) =>
      h('text', { x: x(at), y: height - 10, 'text-anchor': 'middle', fill: theme.muted }, day.format(at)),
    ),
    points.length > 1 && h('path', { d: path ?? '', fill: 'none', stroke: theme.series[0], 'stroke-width': 2.5 }),
    (points.length <= maxDots ? points : points.slice(-1)).map(({ at, value }) =>
      h(
        'circle',
        { cx: x(at), cy: y(value), r: 4, fill: theme.series[0] },
        h('title', {}, `${day.format(at)}: ${inNumbers(value, options)}`),
      ),
    ),
  );
}
