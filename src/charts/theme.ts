/** Colours and font of a chart. In a page they are CSS variables, in a picture they are values. */
export interface Theme {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  /** Behind a bar: the part that is missing to the maximum. */
  readonly track: string;
  /** For series, in this order. Chosen after Okabe and Ito, so that colour-blind readers can tell them apart. */
  readonly series: readonly [string, string, string, string];
  readonly font: string;
}

export const pageTheme: Theme = {
  text: 'var(--text)',
  muted: 'var(--muted)',
  grid: 'var(--grid)',
  track: 'var(--track)',
  series: ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'],
  font: 'inherit',
};

export const pictureTheme: Theme = {
  text: '#1f2328',
  muted: '#59636e',
  grid: '#d1d9e0',
  track: '#eaeef2',
  series: ['#0072b2', '#b35c00', '#007a5a', '#a0457c'],
  font: 'DejaVu Sans, sans-serif',
};
