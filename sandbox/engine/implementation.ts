import type { Clock } from '../../src/base/index.ts';
import type { Call } from './handler-call.ts';
import type { Id, Kind, Row } from './documents.ts';
import type { Fields } from './http/read-body.ts';
import type { Refusal } from './http/refusal.ts';
import type { Binary } from './http/reply.ts';
import type { CodeOf } from './http/validate.ts';
import type { Store } from './store.ts';
import type { Caller } from './tokens.ts';
import type { World } from './world.ts';

/**
 * Behaviour of an operation beyond its declaration: states, side effects, and the content of its answer. It runs in one
 * transaction with its charge; a refusal thrown here rolls it back.
 */
export type Handler = (call: Call) => unknown;

/** A handler that needs data from outside the platform: `prepare` fetches it before the transaction begins. */
export interface Prepared<C = Call, A = unknown> {
  prepare(call: C): Promise<(call: C) => A>;
}

/** The parts that send an outgoing request. */
export interface Sending {
  readonly clock: Clock;
  /** Aborted when the platform closes. */
  readonly signal: AbortSignal;
}

/** A request that the platform sends. */
export interface Outgoing {
  readonly id: string;
  /** Platform milliseconds of the next attempt. */
  readonly due: number;
  /** Sends it once. Resolves with a function that records the outcome. */
  readonly attempt: (sending: Sending) => Promise<() => void>;
}

/** Outgoing requests, such as signed callbacks. */
export interface Deliveries {
  /** The requests that are still to be sent. */
  outgoing(world: World): readonly Outgoing[];
  /** Platform milliseconds at which a job may add further requests; undefined: none will. */
  expected(world: World): number | undefined;
}

/** The implementation of one family: everything that its declaration does not state. */
export interface Implementation {
  readonly family: string;
  /** By action. Aliases use the handler of their target. */
  readonly operations: Readonly<Record<string, Handler | Prepared>>;
  /** Checks the key of a request that has its own key instead of a token, by action. It comes before validation. */
  readonly checksKey?: Readonly<Record<string, (world: World, sent: Fields) => void>> | undefined;
  /** Actions that are open to a user without a team, such as those on the account. */
  readonly openWithoutTeam?: true | undefined;
  /** Kinds of documents that the first parameter of an address names, by the segment before it: `projects`. */
  readonly resources?: Readonly<Record<string, Kind<object>>> | undefined;
  /** Whether a caller of another team may use the document, because it is shared with them. */
  readonly isShared?: ((store: Store, caller: Caller, row: Row<object, Id>) => boolean) | undefined;
  /** The role of a user in their team; undefined if they are in none. */
  readonly roleOf?: ((store: Store, user: number) => Caller['role'] | undefined) | undefined;
  /** Requests that the platform itself sends when work has ended. */
  readonly deliveries?: Deliveries | undefined;
  /** Addresses outside the API that carry their own secret, by first segments: `/share/file`. */
  readonly links?: Readonly<Record<string, (world: World, secret: string) => Binary | undefined>> | undefined;
  /** The public address of the live share with that token, if it is one of the family's. */
  readonly sharedAt?: ((world: World, token: string) => string | undefined) | undefined;
  /** Platform codes of failed validations. */
  readonly codes?: CodeOf | undefined;
  /** The body of a 429 by the family's own limits, where it is not the usual one. */
  readonly limited?: Readonly<Record<string, unknown>> | undefined;
  /** The refusal for a balance that is too small, if it is not the usual one. */
  readonly shortage?: ((required: number, available: number) => Refusal) | undefined;
  /** Stores the sample data of a new sandbox. */
  readonly seed?: ((world: World) => void) | undefined;
}
