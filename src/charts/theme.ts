/** Colours and font of a chart. In a page they are CSS variables, in a picture they are values. */
export interface Theme {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  /** Background of a bar, up to the maximum. */
  readonly track: string;
  /** Colours of series, in this order. They follow Okabe and Ito, so that colour-blind readers can distinguish them. */
  readonly series: readonly [string, string, string, string];
  /** Colours of bars with a meaning, which their names state in words. */
  readonly tones: Readonly<Record<Tone, string>>;
  readonly font: string;
}

export type Tone = 'good' | 'fair' | 'bad' | 'quiet';

export const pageTheme: Theme = {
  text: 'var(--text)',
  muted: 'var(--muted)',
  grid: 'var(--grid)',
  track: 'var(--track)',
  series: ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'],
  tones: { good: 'var(--good)', fair: 'var(--fair)', bad: 'var(--bad)', quiet: 'var(--quiet)' },
  font: 'inherit',
};

export const pictureTheme: Theme = {
  text: '#1f2328',
  muted: '#59636e',
  grid: '#d1d9e0',
  track: '#eaeef2',
  series: ['#0072b2', '#b35c00', '#007a5a', '#a0457c'],
  tones: { good: '#1a7f37', fair: '#8a5a00', bad: '#b3261e', quiet: '#8494a5' },
  font: 'DejaVu Sans, sans-serif',
};
