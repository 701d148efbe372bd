import { startTimer, type Clock } from '../../clock.ts';

/** Milliseconds over which refusals are added up. */
const spanMs = 60_000;

/** Counts refused requests, so that a flood of them makes one log line a minute. */
export interface RefusalCounts {
  /** Counts an answer with that status, if it is a refusal. */
  count(status: number): void;
  /** Reports what was counted since the last report. */
  flush(): void;
}

/** @param report called once a minute while there are refusals, with their number by status */
export function createRefusalCounts(
  clock: Clock,
  report: (counts: Readonly<Record<string, number>>) => void,
): RefusalCounts {
  let counts: Record<string, number> = {};
  let stopTimer: (() => void) | undefined;
  const flush = (): void => {
    stopTimer?.();
    stopTimer = undefined;
    if (Object.keys(counts).length > 0) report(counts);
    counts = {};
  };
  return {
    count(status) {
      if (status < 400) return;
      counts[status] = (counts[status] ?? 0) + 1;
      stopTimer ??= startTimer(clock, spanMs, flush);
    },
    flush,
  };
}
