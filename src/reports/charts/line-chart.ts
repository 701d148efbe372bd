import { scaleLinear, scaleUtc } from 'd3-scale';
import { chart, type ChartOptions, gridLines, inNumbers, mark } from './chart.ts';
import { h, type Node } from './node.ts';
import { textWidth } from './text-width.ts';
import { theme } from './theme.ts';

export interface Point {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly value: number;
}

const height = 220;

/** Maximum points that are drawn as dots. More of them would hide the line. */
const maxDots = 60;

/** A line for the development of a number from 0 to 100. `points`: two or more, in the order of time. */
export function lineChart(points: readonly Point[], options: ChartOptions): Node {
  const { width, locale } = options;
  const times = points.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const y = scaleLinear([Math.min(0, ...points.map(({ value }) => value)), 100], [0, 1]);
  const ticks = y.ticks(4);
  const widest = Math.max(...ticks.map((tick) => textWidth(inNumbers(tick, { locale }))));
  const margin = { top: 20, right: 22, bottom: 30, left: widest + 12 };
  y.range([height - margin.bottom, margin.top]);
  const x = scaleUtc([first, last], [margin.left + 8, width - margin.right]);
  const sameYear = new Date(first).getUTCFullYear() === new Date(last).getUTCFullYear();
  const day = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: sameYear ? undefined : '2-digit',
    timeZone: 'UTC',
  });
  const places = points.map(({ at, value }) => ({ at, value, cx: round(x(at)), cy: round(y(value)) }));
  const latest = places.at(-1);
  const step = (width - margin.left - margin.right) / points.length;
  return chart(
    options,
    height,
    gridLines(ticks, y, { from: margin.left, to: width - margin.right + 8, locale }),
    dates(),
    h('polyline', {
      points: places.map(({ cx, cy }) => `${cx},${cy}`).join(' '),
      fill: 'none',
      stroke: theme.series[0],
      'stroke-width': 2.5,
    }),
    places.map(({ at, value, cx, cy }) =>
      mark(
        `${day.format(at)}: ${inNumbers(value, options)}`,
        // An invisible area, so that the pointer need not hit the dot itself.
        h('rect', { x: cx - step / 2, y: 0, width: step, height, fill: 'none', 'pointer-events': 'all' }),
        (points.length <= maxDots || at === last) && h('circle', { cx, cy, r: 4, fill: theme.series[0] }),
      ),
    ),
    latest &&
      h(
        'text',
        {
          x: latest.cx,
          y: round(Math.max(margin.top - 6, latest.cy - 10)),
          'text-anchor': 'end',
          'font-weight': 'bold',
          fill: theme.text,
        },
        inNumbers(latest.value, options),
      ),
  );

  /** Labels of the axis: days of points, at equal distances from the last one. Labels that would overlap are left out. */
  function dates(): Node[] {
    const distinct = [...new Map(points.map(({ at }) => [day.format(at), at])).values()];
    const every = Math.ceil(distinct.length / Math.max(2, Math.floor(width / 90)));
    const labelledTimes = distinct.filter((_, n) => (distinct.length - 1 - n) % every === 0);
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
