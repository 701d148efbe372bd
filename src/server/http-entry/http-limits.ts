import type { Clock } from '../../clock.ts';
import { definedFields } from '../../json/defined-fields.ts';
import { Admission, type Bound } from './admission.ts';

/**
 * What a path is for. Each kind is counted separately, so that a flood of one does not block the others: registrations, which anybody can
 * send; pages for people, which may wait for the platform; and the endpoints at which signed-in clients renew their tokens.
 */
export type PageKind = 'registration' | 'people' | 'clients' /** The same answer each time, at no cost. */ | 'constant';

/** What is limited of callers over HTTP. */
export type HttpKind =
  /** Bytes of bodies that are being read or worked on. */
  | 'bytes'
  /** Calls, including those that wait for the rate limit, a job or a person. */
  | 'calls'
  /** Streams that stay open for notifications: of `GET`, and of `subscriptions/listen`. */
  | 'streams'
  /** Requests of one kind to the pages and to the authorization server. */
  | Exclude<PageKind, 'constant'>
  /** Lookups at the platform of whose token it is. */
  | 'lookups'
  /** Delayed answers to wrong tokens. */
  | 'guesses'
  /** Delayed answers to callers that have used up their share. */
  | 'refusals';

export type HttpAdmission = Admission<HttpKind>;

/** Bounds for senders known only by their address. Behind a proxy all have the same one, so that one address may use most of the total. */
const ofStrangers: Bound = { max: 32, each: 24 };

/** Bounds for delayed answers. Beyond these, senders are answered at once. */
const delayedAnswers: Bound = { max: 64, each: 8, delayMs: 500 };

const bounds: Readonly<Record<HttpKind, Bound>> = {
  // Bodies of up to 64 kB, the size of most messages, are read even when the limit is reached.
  bytes: { max: 24 * 1024 * 1024, each: 8 * 1024 * 1024, evict: { above: 64 * 1024 } },
  calls: { max: 256, each: 64 },
  streams: { max: 512, each: 32 },
  registration: ofStrangers,
  people: ofStrangers,
  clients: ofStrangers,
  lookups: ofStrangers,
  guesses: delayedAnswers,
  refusals: delayedAnswers,
};

/** The admission of a server. `changed`: limits that differ from the usual ones. */
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
  /** Sessions, which only clients of the 2025 era have (revisions of the protocol up to 2025-11-25). An idle one takes 12 kB (`npm run bench sessionMemory`). */
  readonly maxSessions: number;
  /** Holds only where callers have identities of their own. */
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
