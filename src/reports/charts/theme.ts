/** Colours of charts, as CSS variables of the page. */
export const theme = {
  text: 'var(--text)',
  muted: 'var(--muted)',
  grid: 'var(--grid)',
  /** Background of a bar, up to the maximum. */
  track: 'var(--track)',
  /** Colours of series, in this order. They follow Okabe and Ito, so that colour-blind readers can distinguish them. */
  series: ['var(--series-1)', 'var(--series-2)', 'var(--series-3)'],
  /** Colours of bars with a meaning, which their names state in words. */
  tones: { good: 'var(--good)', fair: 'var(--fair)', bad: 'var(--bad)', quiet: 'var(--quiet)' },
} as const;

export type Tone = keyof typeof theme.tones;
