import { h, type Child, type Node } from './node.ts';
import type { Theme } from './theme.ts';

/** What every chart is given. */
export interface ChartOptions {
  /** Says what is shown, for those who cannot see it: the whole message in one or two sentences. */
  readonly label: string;
  readonly theme: Theme;
  /** Width in pixels of the drawing; the height follows from the data. */
  readonly width: number;
  /** BCP 47; how numbers and dates are written. */
  readonly locale: string;
  /** Written behind each number, such as `%`. */
  readonly unit?: string;
  /** The end of the scale, such as 100 for scores; by default it follows from the data. Scales start at zero. */
  readonly max?: number;
}

/** The frame of a chart: scales with its container, and has a text alternative. */
export const chart = (
  { label, theme, width, max }: ChartOptions,
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
      'font-family': theme.font,
      'font-size': 13,
      class: 'chart',
      'data-max': max,
    },
    ...children,
  );

/** A number as people of that locale write it, with its unit. */
export const inNumbers = (value: number, { locale, unit = '' }: Pick<ChartOptions, 'locale' | 'unit'>): string =>
  `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)}${unit === '' ? '' : unit === '%' ? ' %' : ` ${unit}`}`;

/** A label that fits into `width` pixels at 13 px, cut with an ellipsis. An average character is 7 px wide. */
export function fitted(text: string, width: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  const max = Math.max(3, Math.floor(width / 7));
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}
