import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../base/index.ts';
import type { Authenticator } from './auth/authenticator.ts';
import type { CallerServers } from './callers/caller-servers.ts';
import type { DeliveryStatus } from './events/receive-delivery.ts';
import type { CallerBounds } from './bounds.ts';
import type { ListenAddress } from './listen-address.ts';
import type { Readiness } from './readiness.ts';
import type { SessionsOptions } from './sessions.ts';

export interface HttpOptions extends Pick<
  SessionsOptions,
  'maxSessions' | 'maxSessionsPerCaller' | 'replica' | 'idleMs'
> {
  readonly listen: ListenAddress;
  /** The bearer token that clients must present. Needed if other machines can reach the address. */
  readonly token?: (() => string) | undefined;
  /** Address of a proxy in front of the server: its origin is accepted like the server's own. */
  readonly publicUrl?: string | undefined;
  /** Identifies callers, if each has their own server. Absent: the factory serves everyone. */
  readonly callers?: { readonly authenticator: Authenticator; readonly callerServers: CallerServers } | undefined;
  /** Pages for people, and the authorization server. */
  readonly pages?: Pages | undefined;
  /** Receives the platform's deliveries at `/events`. Never rejects. */
  readonly receive?: ((headers: IncomingHttpHeaders, body: Buffer) => Promise<DeliveryStatus>) | undefined;
  /** The page at `/` as HTML, for the address at which the reader reaches the server. */
  readonly home?: ((headers: IncomingHttpHeaders, endpoint: string) => string) | undefined;
  /** Whether state and platform can be reached. Absent: assumed. */
  readonly ready?: (() => Promise<Readiness>) | undefined;
  /** Called for each request once it is over. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
  /** Maximum requests, bytes and streams of callers. */
  readonly bounds: CallerBounds;
  /** Milliseconds after which a connection without any traffic is closed. Default 60 s. */
  readonly silenceMs?: number | undefined;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Pages for people, and the authorization server. */
export interface Pages {
  readonly serves: (path: string) => boolean;
  /** Resolves when the answer has been passed to the response. Never rejects. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** A served request for the log. Of the caller's input it has only the method. */
export interface ServedRequest {
  readonly request_id: string;
  readonly trace_id?: string | undefined;
  readonly method: string;
  readonly endpoint: string;
  readonly status: number;
  readonly ms: number;
}
