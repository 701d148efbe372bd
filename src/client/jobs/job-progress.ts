import { operationNamed } from '../../catalog/index.ts';
import type { Entry } from '../../state/entry.ts';
import { activityOf } from '../call/purpose.ts';
import type { Progress } from '../call/reply.ts';

/**
 * Progress of one job: it never decreases, and is 100 only at the end. Where the platform states no percentage, it is
 * estimated from the usual duration of such a job.
 *
 * @param speed how many times faster than usual the platform works; 1 for a real one
 */
export function jobProgress(speed: number): (entry: Entry, now: number) => Progress {
  let highest = 0;
  return (entry, now) => {
    const operation = operationNamed(entry.operation);
    const usual = (operation.job?.usually ?? 30) / speed;
    const elapsed = Math.max(0, now - (entry.dispatchedAt ?? entry.reservedAt)) / 1000;
    const done = entry.state === 'completed';
    highest = Math.max(highest, done ? 100 : Math.min(99, Math.floor(entry.progress ?? estimated(elapsed / usual))));
    return {
      percent: highest,
      message: `${activityOf(operation)}${done ? ': done' : `, ${remaining(usual - elapsed)}`}`,
    };
  };
}

/** Linear up to 90 percent in the usual duration, then asymptotic towards 99. */
const estimated = (share: number): number => (share < 1 ? 90 * share : 99 - 9 * Math.exp(1 - share));

function remaining(seconds: number): string {
  if (seconds <= 0) return 'longer than usual';
  return seconds < 5 ? 'a few seconds left' : `about ${Math.ceil(seconds / 5) * 5} s left`;
}
