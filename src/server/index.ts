/**
 * The protocol: what hosts and people reach over stdio and HTTP. `protocol/` has the handlers, consent, questions and tasks, the same for
 * both; `stdio/` and `http/` carry messages, the latter with sessions, sign-in, pages, events and metrics. It does not decide what a tool or a
 * resource does.
 */
export type { AuthMode } from './http/auth-mode.ts';
export type { Credentials } from './http/auth/authenticator.ts';
export type { CallerBounds } from './http/bounds.ts';
export type { HttpOptions } from './http/http-options.ts';
export type { Lists, Offer, Surface } from './protocol/offer.ts';
export type { RequestMemory } from './protocol/request-memory.ts';
export type { Shutdown } from './protocol/shutdown.ts';
export type { StdioTimes } from './stdio/stdio-transport.ts';
