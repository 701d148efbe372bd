import { startTimer, type Clock } from '../../clock.ts';

/** Milliseconds that one sum is over. */
const spanMs = 60_000;

/** Refused requests in sum, so that a flood of them is one line a minute. */
export interface RefusalCounts {
  /** Counts an answer with that status, if it is a refusal. */
  count(status: number): void;
  /** Says what has been counted and not said. */
  flush(): void;
}

/** @param say called once a minute while there are refusals, with how many there were by status */
export function createRefusalCounts(
  clock: Clock,
  say: (counts: Readonly<Record<string, number>>) => void,
): RefusalCounts {
  let counts: Record<string, number> = {};
  let stopTimer: (() => void) | undefined;
  const flush = (): void => {
    stopTimer?.();
    stopTimer = undefined;
    if (Object.keys(counts).length > 0) say(counts);
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
