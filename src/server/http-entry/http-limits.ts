import type { RefusalDelayLimits } from './refusal-delay.ts';

/**
 * Limits on what callers may cost, in total and each. Times are milliseconds, sizes bytes. `PerCaller` counts where callers have
 * identities of their own: one that has used up its share is refused, and never displaces another.
 */
export interface HttpLimits {
  /** Open sockets. At the limit the oldest one that has not sent a whole accepted request is closed. */
  readonly maxConnections: number;
  readonly maxHeaderBytes: number;
  /** From the connection, or the end of the previous request, to the last header. */
  readonly headersMs: number;
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
  /** Requests sent ahead of their answers on one connection. */
  readonly maxPipelined: number;
  readonly maxBodyBytes: number;
  /** All bodies that are being read or worked on. */
  readonly maxBodyBytesTotal: number;
  readonly maxBodyBytesPerCaller: number;
  /** Bodies up to this size are read even when the total is used up. */
  readonly smallBodyBytes: number;
  /** A body without a new byte for this long is abandoned. */
  readonly bodyStallMs: number;
  /** Calls at a time, those included that wait: for the rate limit, a job, a person. */
  readonly maxCalls: number;
  readonly maxCallsPerCaller: number;
  readonly maxCallsPerSession: number;
  /** Of clients of the 2025 era. An idle one takes 12 kB (`npm run bench sessionMemory`). */
  readonly maxSessions: number;
  readonly maxSessionsPerCaller: number;
  /** Streams that stay open for notifications: of `GET`, and of `subscriptions/listen`. */
  readonly maxStreams: number;
  readonly maxStreamsPerCaller: number;
  /**
   * Requests of one kind to the pages and to the authorization server at a time, in all and of one address. Behind a proxy all
   * have the same one, which therefore gets most of them.
   */
  readonly maxPages: number;
  readonly maxPagesPerSender: number;
  /** A form with a token in it, or what a client says of itself. */
  readonly maxPageBodyBytes: number;
  /** A reader that takes nothing for this long is disconnected. */
  readonly readerStallMs: number;
  /** A refused connection is kept this long so that its client can read why. */
  readonly lingerMs: number;
  /** Answers to wrong tokens, by address; one more than may wait is answered with 429 at once. */
  readonly guesses: RefusalDelayLimits;
  /** Answers to callers whose share is used up; one more than may wait is sent at once. */
  readonly shareRefusals: RefusalDelayLimits;
}

/** Together they fit a process with a heap of 256 MB. */
export const defaultHttpLimits: HttpLimits = {
  maxConnections: 1_024,
  maxHeaderBytes: 16_384,
  headersMs: 5_000,
  requestMs: 30_000,
  maxPipelined: 8,
  maxBodyBytes: 4 * 1024 * 1024,
  maxBodyBytesTotal: 24 * 1024 * 1024,
  maxBodyBytesPerCaller: 8 * 1024 * 1024,
  smallBodyBytes: 64 * 1024,
  bodyStallMs: 5_000,
  maxCalls: 256,
  maxCallsPerCaller: 64,
  maxCallsPerSession: 32,
  maxSessions: 2_048,
  maxSessionsPerCaller: 32,
  maxStreams: 512,
  maxStreamsPerCaller: 32,
  maxPages: 32,
  maxPagesPerSender: 24,
  maxPageBodyBytes: 16 * 1024,
  readerStallMs: 15_000,
  lingerMs: 500,
  guesses: { delayMs: 500, max: 64, maxPerSender: 8 },
  shareRefusals: { delayMs: 500, max: 64, maxPerSender: 8 },
};
