import { minPollPauseMs } from '../../state/entry.ts';

/** What the pause before the next poll depends on. */
export interface PollCircumstances {
  /** Usual duration of such a job in seconds. */
  readonly usual: number;
  /** Minimum seconds between polls of this job by the contract, if it is more than the general 5. */
  readonly backoff: number | undefined;
  /** Seconds since the start. */
  readonly elapsed: number;
  /** Number of jobs that share the rate limit and are being polled. */
  readonly running: number;
  /** Requests that the last poll sent. Default 1; more if a list is read page by page. */
  readonly requests?: number | undefined;
  /** Number of consecutive failed polls. Default 0. */
  readonly consecutivePollFailures?: number | undefined;
  /** Seconds that the platform requested (`Retry-After`). */
  readonly retryAfter?: number | undefined;
  /** Whether an event is expected to report the completion. */
  readonly isReportedByEvents?: boolean | undefined;
}

const minPauseSeconds = minPollPauseMs / 1000;
const maxPauseSeconds = 60;

/** Maximum requests a minute of all polls together; the rest of the rate limit is for calls. */
const pollsPerMinute = 30;

/** Maximum delay with which a completion is detected, as a share of the job's duration. */
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
  consecutivePollFailures = 0,
  retryAfter,
  isReportedByEvents = false,
}: PollCircumstances): number {
  const half = usual / 2;
  const scheduledPause = elapsed < half ? Math.min(elapsed, half - elapsed) : elapsed * lateness;
  const afterMisses = minPauseSeconds * 2 ** consecutivePollFailures;
  const own = Math.min(maxPauseSeconds, Math.max(scheduledPause, afterMisses));
  const share = (Math.max(running, 1) * requests * 60) / pollsPerMinute;
  // If events arrive, polls only replace those that get lost. With the durations of docs/scheduling.md, one job in 70 takes more than three times as long as usual.
  const net = isReportedByEvents ? Math.max(maxPauseSeconds, 3 * usual - elapsed, elapsed / 2) : 0;
  return Math.max(minPauseSeconds, backoff ?? 0, retryAfter ?? 0, share, own, net);
}
