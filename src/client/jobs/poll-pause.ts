import { minPollPauseMs } from '../../state/polls.ts';

export interface PollCircumstances {
  /** Seconds such a job usually takes. */
  readonly usual: number;
  /** Seconds the contract states between polls of this job, where it states more than the general 5. */
  readonly backoff: number | undefined;
  /** Seconds since the start. */
  readonly elapsed: number;
  /** Jobs being polled by everybody who shares the rate. */
  readonly running: number;
  /** Requests that the last poll took. Default 1; more where a list is read page by page. */
  readonly requests?: number | undefined;
  /** Polls in a row that failed. */
  readonly consecutivePollFailures: number;
  /** Seconds the platform asked for. */
  readonly retryAfter: number | undefined;
  /** An event is expected to report the completion. */
  readonly isReportedByEvents?: boolean | undefined;
}

const minPauseSeconds = minPollPauseMs / 1000;
const maxPauseSeconds = 60;

/** Requests a minute that all polls together may take; the rest is for calls. */
const pollsPerMinute = 30;

/** How late a completion may be detected, as a share of the time that the job has taken. */
const lateness = 1 / 10;

/**
 * Seconds from one poll's answer to the next poll. Few jobs end in the first half of their usual time: until then the
 * time passed is doubled, so that an early completion is detected too. From then on the delay of its detection stays in proportion
 * to the time that the job has taken. Longer when many jobs share the rate, when polls fail, and when the platform asks for it.
 * The figures are compared with others in docs/scheduling.md.
 */
export function pollPause({
  usual,
  backoff,
  elapsed,
  running,
  requests = 1,
  consecutivePollFailures,
  retryAfter,
  isReportedByEvents = false,
}: PollCircumstances): number {
  const half = usual / 2;
  const wanted = elapsed < half ? Math.min(elapsed, half - elapsed) : elapsed * lateness;
  const afterMisses = consecutivePollFailures === 0 ? 0 : minPauseSeconds * 2 ** consecutivePollFailures;
  const own = Math.min(maxPauseSeconds, Math.max(wanted, afterMisses));
  const share = (Math.max(running, 1) * requests * 60) / pollsPerMinute;
  // Where events arrive, polls only cover those that get lost. With the durations of docs/scheduling.md, one job in 70 takes more than three times as long as usual.
  const net = isReportedByEvents ? Math.max(maxPauseSeconds, 3 * usual - elapsed, elapsed / 2) : 0;
  return Math.max(minPauseSeconds, backoff ?? 0, retryAfter ?? 0, share, own, net);
}
