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
 * Seconds from one poll's answer to the next poll. It grows with the time a job has taken, so that the end
 * is heard of late only in proportion, and no further than the job's usual length makes sensible; longer
 * when many jobs share the rate, when polls fail, and when the platform asks for it.
 */
export function pollPause({ usual, backoff, elapsed, running, misses, retryAfter }: PollCircumstances): number {
  const ceiling = elapsed < 2 * usual ? Math.max(least, usual / 6) : most;
  const grown = Math.min(Math.max(least, elapsed / 4), ceiling);
  const share = (running * 60) / pollsPerMinute;
  return Math.max(backoff ?? 0, retryAfter ?? 0, share, Math.min(most, grown * 2 ** Math.min(misses, 4)));
}
