import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { Callers } from '../auth/identify.ts';
import type { DeliveryStatus } from '../events/receive-delivery.ts';
import type { HttpAdmission, HttpLimits } from '../http-entry/http-limits.ts';
import type { Pages } from '../http-entry/page-entry.ts';
import type { Readiness } from '../http-entry/readiness.ts';
import type { ListenAddress } from './listen-address.ts';

export interface HttpOptions {
  readonly listen: ListenAddress;
  /** The bearer token that clients must present. Needed where other machines can reach the address. */
  readonly token?: (() => string) | undefined;
  /** Address of a proxy before the server: its origin is accepted like the server's own. */
  readonly publicUrl?: string | undefined;
  /** Identifies callers, where each has a service of their own. Absent: everybody is served by the factory. */
  readonly callers?: Callers | undefined;
  /** Pages for people, and the authorization server. */
  readonly pages?: Pages | undefined;
  /** Takes the platform's deliveries at `/events`. Never rejects. */
  readonly receive?: ((headers: IncomingHttpHeaders, body: Buffer) => Promise<DeliveryStatus>) | undefined;
  /** What people see in a browser, as HTML. */
  readonly site?:
    | {
        /** The page at `/`, for the address at which its reader reaches the server. */
        home(headers: IncomingHttpHeaders, endpoint: string): Promise<string>;
        /** In place of a refusal; undefined where its JSON will do. */
        refusal(headers: IncomingHttpHeaders, status: number): string | undefined;
      }
    | undefined;
  /** Whether state and platform can be reached. Absent: assumed. */
  readonly ready?: (() => Promise<Readiness>) | undefined;
  /** Called for each request once it is over. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
  /** Name of this replica: the ids of sessions begin with it, and every answer has it as `x-replica`, so that a balancer that got a 503 asks another replica. */
  readonly replica?: string | undefined;
  /** What callers may cost. */
  readonly admission: HttpAdmission;
  readonly limits?: Partial<HttpLimits> | undefined;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** A served request for the log. Of what the caller sent it has only the method. */
export interface ServedRequest {
  readonly request_id: string;
  readonly trace_id?: string | undefined;
  readonly method: string;
  readonly endpoint: string;
  readonly status: number;
  readonly ms: number;
}
