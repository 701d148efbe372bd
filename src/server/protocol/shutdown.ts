import { startTimer, type Clock } from '../../base/clock.ts';

/** When requests under way are ended, in milliseconds after the shutdown began. */
export interface ShutdownTimes {
  /** Calls that wait for a job return its handle, as if their time were up. */
  readonly endWaitsMs: number;
  /** Requests still unanswered are answered with an error. */
  readonly giveUpMs: number;
}

/** An orderly shutdown: calls finish, return the handle of their job, or report an unknown outcome. None is cut off. */
export interface Shutdown {
  readonly endWaits: AbortSignal;
  readonly giveUp: AbortSignal;
  /** May be called again with shorter times; the earlier ones count. */
  begin(times: ShutdownTimes): void;
}

export function createShutdown(clock: Clock): Shutdown {
  const endWaits = new AbortController();
  const giveUp = new AbortController();
  return {
    endWaits: endWaits.signal,
    giveUp: giveUp.signal,
    begin({ endWaitsMs, giveUpMs }) {
      startTimer(clock, endWaitsMs, () => endWaits.abort());
      startTimer(clock, giveUpMs, () => giveUp.abort());
    },
  };
}
