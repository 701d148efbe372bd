import type { IncomingHttpHeaders } from 'node:http';
import type { HttpRefusal } from '../http-entry/http-refusal.ts';
import type { Narrowing } from './narrowing.ts';

/** Who sends a request. */
export interface Credentials {
  /** Equal for the requests of one person, with whatever token: a keyed hash that nothing can be read from. */
  readonly caller: string;
  /** Stands for the platform token, as a keyed hash. */
  readonly access: string;
  /** The caller's own platform token. A function, so that printing credentials never prints it. */
  readonly token: () => string;
  readonly narrowing: Narrowing;
  /** What the token allows. Absent: everything that the caller may do. */
  readonly scopes?: readonly string[];
}

export type Admission =
  | { readonly kind: 'admitted'; readonly credentials: Credentials }
  /** `guessed`: a token was presented, and a wrong one. */
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal; readonly guessed?: true };

/** Finds out who sends a request, by its head alone. */
export interface Authenticator {
  /** Never rejects: what goes wrong is a refusal. */
  admit(headers: IncomingHttpHeaders): Promise<Admission>;
  /** The challenge for a token that lacks scopes (RFC 6750), where tokens have any. */
  insufficient?(needed: readonly string[]): string;
}
