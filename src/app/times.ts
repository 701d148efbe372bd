import { defaultWaitSeconds } from '../client/calls/default-wait.ts';
import type { StdioTimes } from '../server/index.ts';

// How long the program lets others wait, where one time depends on another: a shutdown, idle callers, calls that block their host.

/**
 * When the parts of a shutdown over HTTP end, in milliseconds after the signal. Hosts and containers kill a process 5 s after they asked
 * it to end, so each part ends before the one that waits for it. What a part would still wait for then, such as the last answers of a
 * client (`closeGraceMs`), is cut short.
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

/** The same for a connection over stdio, whose host kills two seconds after it asked the process to end. */
export const stdioTimes: StdioTimes = {
  inputEnd: { endWaitsMs: 2_500, giveUpMs: 3_000 },
  stop: { endWaitsMs: 1_000, giveUpMs: 1_600 },
  lastFlushMs: 300,
};

/** Milliseconds after the end of stdio in which answers of the platform that are still on their way can be recorded. */
export const recordMs = 2_000;

/** Milliseconds for the last spans and the last output to be read. */
export const flushMs = 1_000;

/** Seconds that the platform may take to look up a token. */
export const lookUpSeconds = 10;

/** Milliseconds without a request after which a session is closed, and the server of a caller who has no session. Records stay. */
export const idleMs = 30 * 60_000;

/**
 * Default seconds that a call may block in each host, by a part of the host's own name, the most specific first. They are
 * below the host's own limit, which progress does not extend (November 2026). Only this differs by host: lists are the same
 * for all, and results fit the smallest limit. Each client declares whether a person can be asked.
 */
const hostWaits: readonly (readonly [RegExp, number])[] = [
  // A call goes to the background after 120 s; results of 25,000 tokens.
  [/claude[- ]?code/, 100],
  // Its limit is unknown; it states VS Code's name as well as its own.
  [/cursor/, defaultWaitSeconds],
  // No limit was found; people do not wait for longer than this.
  [/visual studio code|vscode|vs code|github[- ]copilot/, 120],
  // 300 s, no extension; 10,000 tokens.
  [/codex/, 240],
  // 600 s; 40,000 characters.
  [/gemini/, 300],
  // 300 s; 200,000 characters.
  [/goose/, 240],
];

/** Seconds that a call may block in the host of that name, as in `clientInfo.name`; in an unknown host, the shortest time. */
export function hostWaitSeconds(name = ''): number {
  const plain = name.toLowerCase().trim();
  return hostWaits.find(([pattern]) => pattern.test(plain))?.[1] ?? defaultWaitSeconds;
}
