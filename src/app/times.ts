/**
 * When the parts of a shutdown end, in milliseconds after the signal. Hosts and containers kill a process 5 s after they ask
 * it to end, so each part ends before the one that waits for it.
 */
export const shutdownTimes = {
  /** Calls that wait for a job return its handle, as if their time were up. */
  endWaitsMs: 2_000,
  /** Unanswered requests are answered with an error. */
  giveUpMs: 3_000,
  /** Over HTTP, waiting for answers ends. */
  drainMs: 3_300,
  /** Clients, state and the embedded platform are closed, even if something hangs. */
  closedMs: 4_400,
  /** The process ends, with the exit code that it has. */
  endMs: 4_700,
} as const;

/** Milliseconds that the listeners of HTTP may take to close, within `closedMs`. */
export const listenersMs = 500;

/** Milliseconds at the end of stdio for recording answers of the platform that are still arriving. */
export const recordMs = 2_000;

/** Milliseconds for the last spans and the last output to be read. */
export const flushMs = 1_000;

/** Seconds that the platform may take to look up a token. */
export const lookUpSeconds = 10;
