import { scaleLinear } from 'd3-scale';
import { chart, type ChartOptions, fitted, inNumbers } from './chart.ts';
import { h, type Node } from './node.ts';

export interface Bar {
  readonly label: string;
  /** One number a series; null where there is no measurement. */
  readonly values: readonly (number | null)[];
}

export interface BarChartOptions extends ChartOptions {
  readonly bars: readonly Bar[];
  /** Names of the series, where there are several. */
  readonly series?: readonly string[];
  /** What stands in place of a number that is missing. */
  readonly missing?: string;
}

const thickness = 16;
const gap = 12;

/** Horizontal bars: a label, the bars of its series, and the number at the end of each. */
export function barChart({ bars, series = [''], missing = '–', ...options }: BarChartOptions): Node {
  const { theme, width, max } = options;
  const narrow = width < 460;
  // On narrow drawings the label stands above its bars, or long names would leave no room for them.
  const left = narrow ? 0 : Math.min(220, Math.round(width * 0.34));
  const numbers = 78;
  const values = bars.flatMap((bar) => bar.values.filter((value) => value !== null));
  const x = scaleLinear([0, max ?? Math.max(1, ...values)], [0, width - left - numbers]);
  const legend = series.length > 1 ? 24 : 0;
  const heading = narrow ? 20 : 0;
  const row = heading + series.length * (thickness + 3) + gap;
  return chart(
    options,
    legend + bars.length * row,
    legend > 0 && series.map((name, at) => key(name, at)),
    bars.map((bar, line) => {
      const top = legend + line * row;
      return h(
        'g',
        {},
        h(
          'text',
          {
            x: narrow ? 0 : left - 10,
            y: narrow ? top + 13 : top + (row - gap) / 2 + 4,
            fill: theme.text,
            'text-anchor': narrow ? 'start' : 'end',
          },
          fitted(bar.label, narrow ? width : left - 14),
          h('title', {}, bar.label),
        ),
        bar.values.map((value, at) => {
          const y = top + heading + at * (thickness + 3);
          const length = value === null ? 0 : Math.max(0, x(Math.min(value, max ?? value)));
          const name = [bar.label, series[at]].filter(Boolean).join(', ');
          return h(
            'g',
            {},
            h('title', {}, `${name}: ${value === null ? missing : inNumbers(value, options)}`),
            max !== undefined &&
              h('rect', { x: left, y, width: Math.max(0, x(max)), height: thickness, rx: 3, fill: theme.track }),
            h('rect', { x: left, y, width: length, height: thickness, rx: 3, fill: theme.series[at % 4] }),
            h(
              'text',
              {
                x: left + (max === undefined ? length : x(max)) + 8,
                y: y + 13,
                fill: value === null ? theme.muted : theme.text,
              },
              value === null ? '–' : inNumbers(value, options),
            ),
          );
        }),
      );
    }),
  );

  function key(name: string, at: number): Node {
    const step = Math.min(170, width / series.length);
    return h(
      'g',
      {},
      h('rect', { x: at * step, y: 2, width: 12, height: 12, rx: 2, fill: theme.series[at % 4] }),
      h('text', { x: at * step + 18, y: 13, fill: theme.muted }, fitted(name, step - 22)),
    );
  }
}
