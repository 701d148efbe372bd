const units = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
  { ms: 1000, name: 's' },
] as const;

/** A span of milliseconds in its largest whole unit: `3 min`. */
function spanInWords(ms: number): string {
  const unit = units.find((one) => ms >= one.ms) ?? units[3];
  return `${Math.floor(Math.max(0, ms) / unit.ms)} ${unit.name}`;
}

/** How long ago a time in ISO 8601 is; the text itself where it is none. */
export const sinceInWords = (at: string, now: number): string => {
  const ms = now - Date.parse(at);
  return Number.isNaN(ms) ? at : spanInWords(ms);
};

/** How far ahead a time in ISO 8601 is; the text itself where it is none. */
export const untilInWords = (at: string, now: number): string => {
  const ms = Date.parse(at) - now;
  return Number.isNaN(ms) ? at : spanInWords(ms);
};
