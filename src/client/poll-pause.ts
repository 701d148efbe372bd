export interface PollCircumstances {
  /** Seconds such a job usually takes. */
  readonly usual: number;
  /** Seconds the contract states between polls of this job, where it states more than the general 5. */
  readonly backoff: number | undefined;
  /** Seconds since the start. */
  readonly elapsed: number;
  /** Jobs being polled by everybody who shares the rate. */
  readonly running: number;
  /** Polls in a row that failed. */
  readonly misses: number;
  /** Seconds the platform asked for. */
  readonly retryAfter: number | undefined;
}

/** Seconds: document 1, "Rate limits", rule 2. */
const least = 5;
const most = 60;

/** Requests a minute that all polls together may take; the rest is for calls. */
const pollsPerMinute = 30;

/**
 * Seconds from one poll's answer to the next poll. A quarter of what is still to come, as far as the
 * usual length tells; longer when many jobs share the rate, when polls fail, and when somebody asks for it.
 */
export function pollPause({ usual, backoff, elapsed, running, misses, retryAfter }: PollCircumstances): number {
  const expected = elapsed < usual ? (usual - elapsed) / 4 : (elapsed - usual) / 4;
  const stretched = Math.min(most, Math.max(least, expected)) * 2 ** Math.min(misses, 4);
  const share = (running * 60) / pollsPerMinute;
  return Math.max(least, backoff ?? 0, retryAfter ?? 0, share, Math.min(most, stretched));
}
