import type { IncomingHttpHeaders } from 'node:http';
import type { HttpRefusal } from '../http-entry/http-refusal.ts';
import type { Narrowing } from './narrowing.ts';

/** Who sends a request. */
export interface Credentials {
  /** A keyed hash of the person, the same for all their tokens. It reveals neither person nor token. */
  readonly caller: string;
  /** Keyed hash that stands for the platform token. */
  readonly access: string;
  /** The caller's own platform token. A function, so that printing credentials never prints it. */
  readonly token: () => string;
  readonly narrowing: Narrowing;
  /** Identifies the caller's sign-in, as a hash; the credentials hold as long as it is in force. Absent where nobody signs in. */
  readonly connection?: string | undefined;
  /** What the token allows. Absent: everything that the caller may do. */
  readonly scopes?: readonly string[] | undefined;
}

/** The outcome of identifying the sender of a request. */
export type Authentication =
  | { readonly kind: 'admitted'; readonly credentials: Credentials }
  /** `guessed`: a token was presented, and a wrong one. */
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal; readonly guessed?: true | undefined };

/** Identifies the sender of a request from its head alone. */
export interface Authenticator {
  /**
   * Never rejects: a failure is a refusal.
   *
   * @param sender the address that the request came from
   */
  admit(headers: IncomingHttpHeaders, sender?: string): Promise<Authentication>;
  /** Whether the caller's sign-in is still in force. Absent: nobody signs in. Never rejects. */
  isConnected?(credentials: Credentials): Promise<boolean>;
  /** The challenge for a token that lacks scopes (RFC 6750), where tokens have any. */
  insufficient?(needed: readonly string[]): string;
}
