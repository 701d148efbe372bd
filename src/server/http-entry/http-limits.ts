/** What callers may cost, in total and each. Times are milliseconds, sizes bytes. */
export interface HttpLimits {
  /** Open sockets. At the limit the oldest one that has not sent an accepted request is closed. */
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
  /** Bodies up to this size are read even when the total is used up. */
  readonly smallBodyBytes: number;
  /** A body of which no byte has come for this long is given up. */
  readonly bodyStallMs: number;
  /** Calls at a time. */
  readonly maxCalls: number;
  /** Of one caller, where callers have identities of their own. */
  readonly maxCallsPerCaller: number;
  readonly maxCallsPerSession: number;
  readonly maxSessions: number;
  /** Of one caller, where callers have identities of their own. */
  readonly maxSessionsPerCaller: number;
  /** Streams of `subscriptions/listen`. */
  readonly maxSubscriptions: number;
  /** A reader that takes nothing for this long is disconnected. */
  readonly readerStallMs: number;
  /** A refused connection is kept this long so that its client can read why. */
  readonly lingerMs: number;
  /** Wait before a wrong token is answered. */
  readonly guessDelayMs: number;
  /** Wrong tokens that wait for their answer at a time; one more is answered with 429 at once. */
  readonly maxGuesses: number;
  readonly maxGuessesPerAddress: number;
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
  smallBodyBytes: 64 * 1024,
  bodyStallMs: 5_000,
  maxCalls: 256,
  maxCallsPerCaller: 64,
  maxCallsPerSession: 32,
  maxSessions: 256,
  maxSessionsPerCaller: 32,
  maxSubscriptions: 128,
  readerStallMs: 15_000,
  lingerMs: 500,
  guessDelayMs: 500,
  maxGuesses: 64,
  maxGuessesPerAddress: 8,
};
