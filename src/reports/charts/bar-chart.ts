import { scaleLinear } from 'd3-scale';
import { chart, type ChartOptions, inNumbers, mark } from './chart.ts';
import { legend } from './legend.ts';
import { h, type Child, type Node } from './node.ts';
import { cutToWidth, textWidth } from './text-width.ts';
import type { Tone } from './theme.ts';

export interface Bar {
  readonly label: string;
  /** One number a series; null where there is no measurement. */
  readonly values: readonly (number | null)[];
  /** Tone that replaces the colour of its series. */
  readonly tone?: Tone | undefined;
  /** Text at its end in place of the number. */
  readonly text?: string | undefined;
}

export interface BarChartOptions extends ChartOptions {
  readonly bars: readonly Bar[];
  /** Names of the series, where there are several. */
  readonly series?: readonly string[] | undefined;
  /** Whether the series of a bar add up to one bar. Otherwise each has a bar of its own, one below the other. */
  readonly stacked?: boolean | undefined;
  /** Text in place of a missing number. */
  readonly missing?: string | undefined;
}

const gap = 12;

/** Horizontal bars: a label, the bars of its series, and the number at the end of each. */
export function barChart({ bars, series = [''], stacked = false, missing = '–', ...options }: BarChartOptions): Node {
  const { theme, width, max } = options;
  const lines = stacked ? 1 : series.length;
  const thickness = lines > 1 ? 12 : 16;
  const step = thickness + 4;
  const sums = bars.flatMap(({ values }) => (stacked ? [sum(values)] : values.filter((value) => value !== null)));
  const longest = Math.ceil(Math.max(0, ...bars.map(({ label }) => textWidth(label))) + 1);
  // On narrow drawings the label is above its bars: beside them, long names would leave no room.
  const narrow = width < 460;
  const maxTextWidth = Math.max(0, ...bars.map(({ text = '' }) => textWidth(text)));
  const textFits = maxTextWidth <= width * (narrow ? 0.35 : 0.45);
  /** What is shown at the end of a bar: its text, or the number where texts have no room. The text then appears on hover. */
  const endOf = ({ text }: Bar, value: number | null): string =>
    text !== undefined && textFits ? text : value === null ? '–' : inNumbers(value, options);
  const ends = bars.flatMap((bar) =>
    (stacked ? [sum(bar.values)] : bar.values).map((value) => textWidth(endOf(bar, value))),
  );
  const numbers = Math.min(width * 0.45, Math.max(24, ...ends)) + 10;
  const left = narrow ? 0 : Math.min(longest, Math.round(width * 0.4)) + 14;
  const end = max ?? Math.max(1, ...sums);
  const x = scaleLinear([0, end], [0, width - left - numbers]);
  const within = (value: number): number => Math.min(Math.max(0, value), end);
  const keys = series.length > 1 ? legend(series, options) : undefined;
  const heading = narrow ? 20 : 0;
  const row = heading + lines * step - 4 + gap;
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
        { x: 0, y: narrow ? top + 13 : top + (lines * step - 4) / 2 + 4.5, fill: theme.text },
        cutToWidth(bar.label, narrow ? width : left - 14),
      ),
      stacked ? stack(bar, top + heading) : bar.values.map((value, at) => single(bar, value, at, top + heading)),
    );
  }

  function single(bar: Bar, value: number | null, at: number, top: number): Node {
    const y = top + at * step;
    const name = [bar.label, series[at]].filter(Boolean).join(', ');
    return mark(
      `${name}: ${value === null ? missing : (bar.text ?? inNumbers(value, options))}`,
      hit(y),
      track(y),
      rect(0, value ?? 0, y, colour(bar, at)),
      atEnd(endOf(bar, value), value === null, value ?? 0, y),
    );
  }

  function stack(bar: Bar, y: number): Node {
    let from = 0;
    const parts = bar.values.map((value, at): Child => {
      const to = within(from + (value ?? 0));
      const part = rect(from, to - from, y, colour(bar, at));
      from = to;
      return part;
    });
    const barLabel = series.map((name, at) => `${name} ${inNumbers(bar.values[at] ?? 0, options)}`).join(', ');
    return mark(
      `${bar.label}: ${[bar.text, barLabel].filter(Boolean).join('; ')}`,
      hit(y),
      track(y),
      parts,
      atEnd(endOf(bar, sum(bar.values)), false, from, y),
    );
  }

  /** An invisible area that makes the whole line of a bar react to the pointer, however short the bar is. */
  function hit(y: number): Node {
    return h('rect', { x: 0, y: y - 2, width, height: step, fill: 'none', 'pointer-events': 'all' });
  }

  function track(y: number): Child {
    return max !== undefined && h('rect', { x: left, y, width: x(max), height: thickness, rx: 3, fill: theme.track });
  }

  function rect(from: number, length: number, y: number, fill: string): Node {
    return h('rect', {
      x: round(left + x(within(from))),
      y,
      width: round(x(within(length))),
      height: thickness,
      rx: 3,
      fill,
    });
  }

  function atEnd(text: string, isMissing: boolean, value: number, y: number): Node {
    return h(
      'text',
      {
        x: round(left + x(max ?? within(value)) + 8),
        y: y + thickness / 2 + 4.5,
        fill: isMissing ? theme.muted : theme.text,
      },
      cutToWidth(text, numbers + 4),
    );
  }

  function colour({ tone }: Bar, at: number): string {
    return tone === undefined ? (theme.series[at % 4] ?? theme.text) : theme.tones[tone];
  }
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

const round = (value: number): number => Math.round(value * 10) / 10;
