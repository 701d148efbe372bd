/** Colours and font of a chart, as CSS variables of the page. */
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
