import { startTimer, type Clock } from '../../base/clock.ts';

/** When requests under way are ended, in milliseconds after the shutdown began. */
export interface ShutdownTimes {
  /** Calls that wait for a job return its handle, as if their time were up. */
  readonly endWaitsMs: number;
  /** Requests still unanswered are answered with an error. */
  readonly giveUpMs: number;
}

export type Shutdown = ReturnType<typeof createShutdown>;

/** An orderly shutdown: calls finish, return the handle of their job, or report an unknown outcome. None is cut off. */
export function createShutdown(clock: Clock) {
  const [endWaits, giveUp] = [new AbortController(), new AbortController()];
  return {
    endWaits: endWaits.signal,
    giveUp: giveUp.signal,
    /** May be called again with shorter times; the earliest ones apply. */
    begin({ endWaitsMs, giveUpMs }: ShutdownTimes): void {
      startTimer(clock, endWaitsMs, () => endWaits.abort());
      startTimer(clock, giveUpMs, () => giveUp.abort());
    },
  };
}
