import type { Call } from './call.ts';
import type { Id } from './kind.ts';
import type { Plan } from './plan.ts';
import type { Fields } from './http/read-body.ts';
import type { Refusal } from './http/refusal.ts';
import type { Binary } from './http/reply.ts';
import type { CodeOf } from './http/validate.ts';
import type { World } from './world.ts';

/**
 * What an operation does beyond its declaration: states, side effects, and the content of its answer.
 * It runs in one transaction with its charge; a refusal thrown here undoes all of it.
 */
export type Handler = (call: Call) => unknown;

/** A handler that needs something from outside the platform: `prepare` waits for it before the transaction begins. */
export interface Prepared<C = Call, A = unknown> {
  prepare(call: C): Promise<(call: C) => A>;
}

/** One family of the platform: everything that the catalog does not already say. */
export interface Implementation {
  readonly family: string;
  /** By action. Aliases share the handler of what they stand for. */
  readonly operations: Readonly<Record<string, Handler | Prepared>>;
  /** Checks the key of a request that carries one of its own instead of a token, by action. It comes before validation. */
  readonly checksKey?: Readonly<Record<string, (world: World, sent: Fields) => void>>;
  readonly plans?: Readonly<Record<string, Plan<object, Id>>>;
  /** Addresses outside the API that carry their own secret, by first segments: `/share/file`. */
  readonly links?: Readonly<Record<string, (world: World, secret: string) => Binary | undefined>>;
  /** The public address of the live share with that token, if it is one of the family's. */
  readonly sharedAt?: (world: World, token: string) => string | undefined;
  /** Platform codes of failed validations. */
  readonly codes?: CodeOf;
  /** The body of a 429 by the family's own limits, where it is not the usual one. */
  readonly limited?: Readonly<Record<string, unknown>>;
  /** The refusal where the balance falls short, if it is not the usual one. */
  readonly shortage?: (required: number, available: number) => Refusal;
  /** Stores what a new sandbox already has. */
  readonly seed?: (world: World) => void;
}
