import type { Clock } from '../../clock.ts';
import { definedFields } from '../../json/defined-fields.ts';
import { Admission, type Bound } from './admission.ts';

/**
 * What a path is for. Each kind is counted apart, since one may be flooded: registrations, which anybody can send; the pages of
 * people, which may wait for the platform; and the endpoints by which signed-in clients renew their tokens.
 */
export type PageKind = 'registration' | 'people' | 'clients' /** The same answer each time, at no cost. */ | 'constant';

/** What callers over HTTP may have under way at a time. */
export type HttpKind =
  /** Of bodies that are being read or worked on. */
  | 'bytes'
  /** Calls, those included that wait: for the rate limit, a job, a person. */
  | 'calls'
  /** Streams that stay open for notifications: of `GET`, and of `subscriptions/listen`. */
  | 'streams'
  /** Requests of one kind to the pages and to the authorization server. */
  | Exclude<PageKind, 'constant'>
  /** Questions to the platform whose token it is. */
  | 'lookups'
  /** Answers to wrong tokens. */
  | 'guesses'
  /** Answers to callers whose share is used up. */
  | 'refusals';

export type HttpAdmission = Admission<HttpKind>;

/** Behind a proxy all have the same address, which therefore gets most of what there is. */
const ofStrangers: Bound = { max: 32, each: 24 };

/** One more than may wait is answered at once. */
const late: Bound = { max: 64, each: 8, delayMs: 500 };

const bounds: Readonly<Record<HttpKind, Bound>> = {
  // Bodies up to the size of most messages are read even when all is used up.
  bytes: { max: 24 * 1024 * 1024, each: 8 * 1024 * 1024, evict: { above: 64 * 1024 } },
  calls: { max: 256, each: 64 },
  streams: { max: 512, each: 32 },
  registration: ofStrangers,
  people: ofStrangers,
  clients: ofStrangers,
  lookups: ofStrangers,
  guesses: late,
  refusals: late,
};

/** The one admission of a server. `changed`: bounds that differ from those of `bounds`. */
export const httpAdmission = (clock: Clock, changed: Partial<Record<HttpKind, Bound>> = {}): HttpAdmission =>
  new Admission({ ...bounds, ...definedFields(changed) }, clock);

/** Limits on connections, requests and sessions. Times are milliseconds, sizes bytes. */
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
  /** A form with a token in it, or what a client says of itself. */
  readonly maxPageBodyBytes: number;
  /** A body without a new byte for this long is abandoned. */
  readonly bodyStallMs: number;
  readonly maxCallsPerSession: number;
  /** Of clients of the 2025 era. An idle one takes 12 kB (`npm run bench sessionMemory`). */
  readonly maxSessions: number;
  /** Counts where callers have identities of their own. */
  readonly maxSessionsPerCaller: number;
  /** A reader that takes nothing for this long is disconnected. */
  readonly readerStallMs: number;
  /** A refused connection is kept this long so that its client can read why. */
  readonly lingerMs: number;
}

/** Together with the bounds above they fit a process with a heap of 256 MB. */
export const defaultHttpLimits: HttpLimits = {
  maxConnections: 1_024,
  maxHeaderBytes: 16_384,
  headersMs: 5_000,
  requestMs: 30_000,
  maxPipelined: 8,
  maxBodyBytes: 4 * 1024 * 1024,
  maxPageBodyBytes: 16 * 1024,
  bodyStallMs: 5_000,
  maxCallsPerSession: 32,
  maxSessions: 2_048,
  maxSessionsPerCaller: 32,
  readerStallMs: 15_000,
  lingerMs: 500,
};
