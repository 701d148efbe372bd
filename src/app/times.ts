/**
 * When the parts of a shutdown end, in milliseconds after the signal. Hosts and containers kill a process 5 s after they
 * asked it to end, so each part ends before the one that waits for it.
 */
export const shutdownTimes = {
  /** Calls that wait for a job return its handle, as if their time were up. */
  endWaitsMs: 2_000,
  /** Requests that are still unanswered are answered with an error. */
  giveUpMs: 3_000,
  /** Over HTTP, no answer is waited for any longer. */
  drainMs: 3_300,
  /** Clients, state and the embedded platform are closed, whatever hangs. */
  closedMs: 4_400,
  /** The process ends, with the exit code that it has. */
  endMs: 4_700,
} as const;

/** Milliseconds that the listeners of HTTP may take to close, within `closedMs`. */
export const listenersMs = 500;

/** Milliseconds at the end of stdio in which answers of the platform that are still on their way can be recorded. */
export const recordMs = 2_000;

/** Milliseconds that the last spans and the last output may take to be read. */
export const flushMs = 1_000;

/** Seconds that the platform may take to say whose token it is. */
export const lookUpSeconds = 10;
