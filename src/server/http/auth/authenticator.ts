import type { IncomingHttpHeaders } from 'node:http';
import type { HttpRefusal } from '../refusal.ts';
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
  /** Identifies the caller's sign-in, as a hash; the credentials are valid as long as it is active. */
  readonly connection?: string | undefined;
  /** Whether the caller's sign-in is still active. Absent if callers do not sign in. Never rejects. */
  readonly isConnected?: (() => Promise<boolean>) | undefined;
  /** What the token allows. Absent: everything that the caller may do. */
  readonly scopes?: readonly string[] | undefined;
}

/** Identifies the sender of a request from its headers only. */
export interface Authenticator {
  /**
   * Resolves with a refusal if the sender cannot be identified.
   * @param sender the address that the request came from
   * @throws SettingError for restrictions in the headers that cannot be read
   */
  admit(headers: IncomingHttpHeaders, sender?: string): Promise<Credentials | HttpRefusal>;
  /** The challenge for a token that lacks scopes (RFC 6750), if tokens have scopes. */
  insufficient?(needed: readonly string[]): string;
}

/** The token of an `Authorization: Bearer` header (RFC 6750, section 2.1); undefined if there is none in a valid form. */
export const bearerToken = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^bearer +([\x21-\x7e]{1,4096})$/i.exec(authorization)?.[1];
