import { scaleLinear } from 'd3-scale';
import { chart, type ChartOptions, inNumbers, mark } from './chart.ts';
import { legend } from './legend.ts';
import { h, type Node } from './node.ts';
import { cutToWidth, textWidth } from './text-width.ts';
import { theme, type Tone } from './theme.ts';

export interface Bar {
  readonly label: string;
  /** One number for each series; null if there is no measurement. */
  readonly values: readonly (number | null)[];
  /** Tone that replaces the colour of its series. */
  readonly tone?: Tone | undefined;
  /** Text at the end of the bar instead of the number. */
  readonly text?: string | undefined;
}

export interface BarChartOptions extends ChartOptions {
  readonly bars: readonly Bar[];
  /** Names of the series, if there are several. */
  readonly series?: readonly string[] | undefined;
  /** Text instead of a missing number. */
  readonly missing: string;
}

const gap = 12;

/** Horizontal bars: a label, a bar for each series, and the number at the end of each. */
export function barChart({ bars, series = [''], missing, ...options }: BarChartOptions): Node {
  const { width, max } = options;
  const thickness = series.length > 1 ? 12 : 16;
  const step = thickness + 4;
  const longest = Math.ceil(Math.max(0, ...bars.map(({ label }) => textWidth(label))) + 1);
  // On narrow drawings the label is above its bars: next to them, long names would leave no room.
  const narrow = width < 460;
  const maxTextWidth = Math.max(0, ...bars.map(({ text = '' }) => textWidth(text)));
  const textFits = maxTextWidth <= width * (narrow ? 0.35 : 0.45);
  /** The text at the end of a bar, or the number if there is no room for texts, which then appear on hover. */
  const endOf = ({ text }: Bar, value: number | null): string =>
    text !== undefined && textFits ? text : value === null ? '–' : inNumbers(value, options);
  const ends = bars.flatMap((bar) => bar.values.map((value) => textWidth(endOf(bar, value))));
  const numbers = Math.min(width * 0.45, Math.max(24, ...ends)) + 10;
  const left = narrow ? 0 : Math.min(longest, Math.round(width * 0.4)) + 14;
  const end = max ?? Math.max(1, ...bars.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = scaleLinear([0, end], [0, width - left - numbers]).clamp(true);
  const keys = series.length > 1 ? legend(series, options) : undefined;
  const heading = narrow ? 20 : 0;
  const row = heading + series.length * step - 4 + gap;
  const above = keys ? keys.height + 8 : 0;
  return chart(
    options,
    above + bars.length * row,
    keys?.nodes ?? [],
    bars.map((bar, at) => oneBar(bar, above + at * row)),
  );

  function oneBar(bar: Bar, top: number): Node {
    return h(
      'g',
      {},
      h(
        'text',
        { x: 0, y: narrow ? top + 13 : top + (series.length * step - 4) / 2 + 4.5, fill: theme.text },
        cutToWidth(bar.label, narrow ? width : left - 14),
      ),
      bar.values.map((value, at) => single(bar, value, at, top + heading + at * step)),
    );
  }

  function single(bar: Bar, value: number | null, at: number, y: number): Node {
    const name = [bar.label, series[at]].filter(Boolean).join(', ');
    const length = round(x(value ?? 0));
    return mark(
      `${name}: ${value === null ? missing : (bar.text ?? inNumbers(value, options))}`,
      // An invisible area makes the whole line react to the pointer, however short the bar is.
      h('rect', { x: 0, y: y - 2, width, height: step, fill: 'none', 'pointer-events': 'all' }),
      max !== undefined && h('rect', { ...shape(y), width: x(max), fill: theme.track }),
      h('rect', { ...shape(y), width: length, fill: bar.tone ? theme.tones[bar.tone] : theme.series[at] }),
      h(
        'text',
        {
          x: round(left + (max === undefined ? length : x(max)) + 8),
          y: y + thickness / 2 + 4.5,
          fill: value === null ? theme.muted : theme.text,
        },
        cutToWidth(endOf(bar, value), numbers + 4),
      ),
    );
  }

  function shape(y: number) {
    return { x: left, y, height: thickness, rx: 3 };
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;
