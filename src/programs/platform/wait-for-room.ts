import type { Clock } from '../../base/index.ts';
import { isVisibilityError, type VisibilityError } from '../../client/errors.ts';

export interface RoomOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** The time on `clock.steady` after which no attempt begins. Absent: no limit. */
  readonly until?: number | undefined;
}

/** Repeats an attempt that the rate limit refused, once a slot is free. Rejects if none is free in time. */
export async function waitForRoom<T>(
  attempt: () => Promise<T>,
  { clock, signal, until = Infinity }: RoomOptions,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRateRefusal(error)) throw error;
      const pauseMs = (error.retryAfter ?? 1) * 1000;
      if (clock.steady() + pauseMs > until) throw error;
      await clock.sleep(pauseMs, signal);
    }
  }
}

/** Whether the rate limit refused a call before it was sent. */
export const isRateRefusal = (error: unknown): error is VisibilityError =>
  isVisibilityError(error) && error.code === 'rate_limited' && error.outcome !== 'unknown';
