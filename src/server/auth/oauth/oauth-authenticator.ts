import type { IncomingHttpHeaders } from 'node:http';
import { SettingError } from '../../../config/setting-error.ts';
import { tryLater } from '../../http-entry/http-refusal.ts';
import type { Admission, Authenticator, Credentials } from '../authenticator.ts';
import { bearerToken } from '../bearer-token.ts';
import { narrowedTwice, readNarrowBudget, readNarrowing } from '../narrowing.ts';
import type { AuthorizationServer } from './create-authorization-server.ts';

/** Access tokens of the authorization server: each belongs to a person's connection, with its restrictions. */
export class OAuthAuthenticator implements Authenticator {
  readonly #server: AuthorizationServer;
  readonly #metadata: string;

  constructor(server: AuthorizationServer, publicUrl: string) {
    this.#server = server;
    this.#metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`;
  }

  async admit(headers: IncomingHttpHeaders): Promise<Admission> {
    const value = bearerToken(headers);
    if (value === undefined) return this.#unauthorized();
    try {
      const narrowing = readNarrowing(headers);
      const token = await this.#server.provider.AccessToken.find(value);
      const connection = token?.grantId ? await this.#server.connections.of(token.grantId) : undefined;
      if (!token || !connection || ![token.aud].flat().includes(this.#server.resource))
        return this.#unauthorized('error="invalid_token"');
      const own = { budget: readNarrowBudget(connection.budget || undefined), readOnly: connection.readOnly };
      return {
        kind: 'admitted',
        credentials: {
          caller: connection.caller,
          access: connection.access,
          connection: this.#server.connections.keyOf(connection.grant),
          token: () => connection.token,
          narrowing: narrowedTwice(own, narrowing),
          scopes: [...token.scopes].length > 0 ? [...token.scopes] : ['read'],
        },
      };
    } catch (error) {
      if (error instanceof SettingError) return { kind: 'refused', refusal: { status: 400, message: error.message } };
      return { kind: 'refused', refusal: tryLater(503, 'The token could not be looked up', 5) };
    }
  }

  async isConnected({ connection }: Credentials): Promise<boolean> {
    try {
      return connection !== undefined && (await this.#server.connections.find(connection)) !== undefined;
    } catch {
      // A store that cannot be read now is read again.
      return true;
    }
  }

  /** RFC 6750, section 3.1: the host may ask for the scopes that are missing. */
  insufficient(needed: readonly string[]): string {
    return `Bearer error="insufficient_scope", scope="${needed.join(' ')}", ${this.#metadata}`;
  }

  #unauthorized(error?: string): Admission {
    const challenge = ['Bearer', [error, this.#metadata].filter(Boolean).join(', ')].join(' ');
    return {
      kind: 'refused',
      refusal: {
        status: 401,
        message: 'Sign in: an access token is needed',
        headers: { 'www-authenticate': challenge },
      },
    };
  }
}
