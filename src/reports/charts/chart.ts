import { h, type Child, type Node } from './node.ts';
import { theme } from './theme.ts';

/** Options of every chart. */
export interface ChartOptions {
  /** Text for readers who cannot see the chart: its message in one or two sentences. */
  readonly label: string;
  /** Width of the drawing in pixels; the height depends on the data. */
  readonly width: number;
  /** BCP 47; how numbers and dates are written. */
  readonly locale: string;
  /** Unit after each number, such as `%`. */
  readonly unit?: string | undefined;
  /** End of the scale, which starts at zero, such as 100 for scores. Default: it follows from the data. */
  readonly max?: number | undefined;
}

/** The frame of a chart. It scales with its container, and has a text alternative. */
export const chart = (
  { label, width }: ChartOptions,
  height: number,
  ...children: readonly (Child | readonly Child[])[]
): Node =>
  h(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': label,
      'font-family': 'inherit',
      'font-size': 13,
      class: 'chart',
    },
    ...children,
  );

/** One measurement in a chart. `says`: its name and number, which browsers show on hover. */
export const mark = (says: string, ...children: readonly (Child | readonly Child[])[]): Node =>
  h('g', {}, h('title', {}, says), ...children);

/** Horizontal lines at the ticks of a scale, with their numbers at the left end. `y`: the height of a number. */
export const gridLines = (
  ticks: readonly number[],
  y: (value: number) => number,
  { from, to, locale }: { readonly from: number; readonly to: number; readonly locale: string },
): Node[] =>
  ticks.flatMap((tick) => [
    h('line', { x1: from, x2: to, y1: y(tick), y2: y(tick), stroke: theme.grid }),
    h('text', { x: from - 8, y: y(tick) + 4, 'text-anchor': 'end', fill: theme.muted }, inNumbers(tick, { locale })),
  ]);

/** A number in the notation of a locale, with its unit. */
export function inNumbers(value: number, { locale, unit = '' }: Pick<ChartOptions, 'locale' | 'unit'>): string {
  const notation = Math.abs(value) < 1e12 ? 'standard' : 'scientific';
  const shown = unit === '%' ? shortOfAll(value) : value;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, notation }).format(shown);
  // A no-break space: the unit stays with its number.
  return unit === '' ? number : `${number}\u00A0${unit}`;
}

/** A rounded percentage that is 0 or 100 only if the number is exactly that. */
const shortOfAll = (value: number): number => (value > 0 && value < 100 ? Math.min(99.9, Math.max(0.1, value)) : value);
