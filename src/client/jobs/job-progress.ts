import { operationNamed } from '../../catalog/index.ts';
import { minPollPauseMs, type Entry } from '../../state/entry.ts';
import type { Progress } from './job-view.ts';

/**
 * Returns a function that calculates the progress of one job at `now` (epoch ms). It never decreases, and is 100 only at the end. If
 * the platform states no percentage, it is estimated from the usual duration of such a job.
 */
export function jobProgress(): (entry: Entry, now: number) => Progress {
  let highest = 0;
  return (entry, now) => {
    const { job } = operationNamed(entry.operation);
    const usual = job?.usually ?? 30;
    const elapsed = Math.max(0, now - (entry.dispatchedAt ?? entry.reservedAt)) / 1000;
    const isDone = entry.state === 'completed';
    const percent = isQueued(entry) ? 0 : (entry.progress ?? estimated(elapsed / usual));
    highest = Math.max(highest, isDone ? 100 : Math.min(99, Math.floor(percent)));
    const remark = isQueued(entry) && elapsed > minQueuedSeconds ? 'waiting for its turn' : remaining(usual - elapsed);
    const doing = job?.doing ?? "Waiting for the platform's answer";
    return { percent: highest, message: isDone ? `${doing}: done` : `${doing}, ${remark}` };
  };
}

/** Whether a recorded call has not been sent yet: it may be waiting for a rate-limit slot. */
export const isQueued = ({ state, dispatchedAt }: Entry): boolean => state === 'starting' && dispatchedAt === null;

/** Seconds within which a call is normally sent; only after them is it reported as waiting. */
const minQueuedSeconds = 5;

/** Estimated percent at a share of the usual duration: linear up to 90 at 1, then asymptotic towards 99. */
const estimated = (share: number): number => (share < 1 ? 90 * share : 99 - 9 * Math.exp(1 - share));

function remaining(seconds: number): string {
  // The end of a job is noticed by the next poll.
  if (seconds * 1000 <= -minPollPauseMs) return 'longer than usual';
  return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s left`;
}
