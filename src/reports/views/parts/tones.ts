import type { Tone } from '../../charts/theme.ts';

const tones: Readonly<Record<string, Tone>> = {
  red: 'bad',
  yellow: 'fair',
  green: 'good',
  error: 'bad',
  critical: 'bad',
  high: 'bad',
  warning: 'fair',
  medium: 'fair',
  info: 'quiet',
  low: 'quiet',
  grounded: 'good',
  partial: 'fair',
  'not-grounded': 'bad',
};

/** The tone of a tier or a severity, by the platform's name for it; undefined for unknown names. */
export const toneOfTier = (name: string): Tone | undefined => (Object.hasOwn(tones, name) ? tones[name] : undefined);
