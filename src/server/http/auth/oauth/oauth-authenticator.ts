import type { IncomingHttpHeaders } from 'node:http';
import { readBudget } from '../../../../client/money/parse-budget.ts';
import { SettingError } from '../../../../base/setting-error.ts';
import { tryLater, type HttpRefusal } from '../../refusal.ts';
import { bearerToken, type Authenticator, type Credentials } from '../authenticator.ts';
import { narrowedTwice, readNarrowing } from '../narrowing.ts';
import type { AuthorizationServer } from './create-authorization-server.ts';
import { hashed } from './sealer.ts';

/** Access tokens of the authorization server: each belongs to a person's connection, with its restrictions. */
export class OAuthAuthenticator implements Authenticator {
  readonly #server: AuthorizationServer;
  readonly #metadata: string;

  constructor(server: AuthorizationServer) {
    this.#server = server;
    this.#metadata = `resource_metadata="${server.publicUrl}/.well-known/oauth-protected-resource/mcp"`;
  }

  async admit(headers: IncomingHttpHeaders): Promise<Credentials | HttpRefusal> {
    const { provider, connections, resource } = this.#server;
    const value = bearerToken(headers);
    if (value === undefined) return this.#unauthorized();
    try {
      const narrowing = readNarrowing(headers);
      const token = await provider.AccessToken.find(value);
      const key = token?.grantId ? hashed(token.grantId) : undefined;
      const connection = key === undefined ? undefined : await connections.find(key);
      if (!token || key === undefined || !connection || ![token.aud].flat().includes(resource))
        return this.#unauthorized('error="invalid_token"');
      const own = { budget: readBudget(connection.budget || undefined).limits, readOnly: connection.readOnly };
      return {
        caller: connection.caller,
        access: connection.access,
        connection: key,
        isConnected: () => this.isConnected(key),
        token: () => connection.token,
        narrowing: narrowedTwice(own, narrowing),
        scopes: [...token.scopes].length > 0 ? [...token.scopes] : ['read'],
      };
    } catch (error) {
      if (error instanceof SettingError) throw error;
      return tryLater(503, 'The token could not be looked up', 5);
    }
  }

  /** Whether the sign-in with that key is still active. Never rejects. */
  async isConnected(key: string): Promise<boolean> {
    try {
      return (await this.#server.connections.find(key)) !== undefined;
    } catch {
      // The sign-in counts as active while the store cannot be read: it is checked again soon.
      return true;
    }
  }

  /** RFC 6750, section 3.1: the host may ask for the scopes that are missing. */
  insufficient(needed: readonly string[]): string {
    return `Bearer error="insufficient_scope", scope="${needed.join(' ')}", ${this.#metadata}`;
  }

  #unauthorized(error?: string): HttpRefusal {
    const challenge = `Bearer ${error === undefined ? '' : `${error}, `}${this.#metadata}`;
    return {
      status: 401,
      message: 'Sign in: an access token is needed',
      headers: { 'www-authenticate': challenge },
    };
  }
}
