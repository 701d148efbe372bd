import type { IncomingHttpHeaders } from 'node:http';
import { readBudget } from '../../../config/parse-budget.ts';
import { SettingError } from '../../../config/setting-error.ts';
import { tryLater } from '../../http-entry/http-refusal.ts';
import { bearerToken, type Authentication, type Authenticator } from '../authenticator.ts';
import { narrowedTwice, readNarrowing, type Narrowing } from '../narrowing.ts';
import { busy, type IdentifiedToken } from '../platform-authenticator.ts';
import type { AuthorizationServer } from './create-authorization-server.ts';

/** Asks whose platform token it is. */
type Identify = (token: string) => Promise<IdentifiedToken>;

/** Access tokens of the authorization server: each belongs to a person's connection, or to a machine, with its restrictions. */
export class OAuthAuthenticator implements Authenticator {
  readonly #server: AuthorizationServer;
  readonly #metadata: string;
  readonly #identify: Identify;

  constructor(server: AuthorizationServer, identify: Identify) {
    this.#server = server;
    this.#identify = identify;
    this.#metadata = `resource_metadata="${server.publicUrl}/.well-known/oauth-protected-resource/mcp"`;
  }

  async admit(headers: IncomingHttpHeaders): Promise<Authentication> {
    const { provider, connections, resource } = this.#server;
    const value = bearerToken(headers);
    if (value === undefined) return this.#unauthorized();
    try {
      const narrowing = readNarrowing(headers);
      const ofMachine = await this.#machineOf(value, narrowing);
      if (ofMachine) return ofMachine;
      const token = await provider.AccessToken.find(value);
      const connection = token?.grantId ? await connections.of(token.grantId) : undefined;
      if (!token || !connection || ![token.aud].flat().includes(resource))
        return this.#unauthorized('error="invalid_token"');
      const key = connections.keyOf(connection.grant);
      const own = { budget: readBudget(connection.budget || undefined).limits, readOnly: connection.readOnly };
      return {
        kind: 'admitted',
        credentials: {
          caller: connection.caller,
          access: connection.access,
          connection: key,
          isConnected: () => this.isConnected(key),
          token: () => connection.token,
          narrowing: narrowedTwice(own, narrowing),
          scopes: [...token.scopes].length > 0 ? [...token.scopes] : ['read'],
        },
      };
    } catch (error) {
      if (error instanceof SettingError) throw error;
      return { kind: 'refused', refusal: tryLater(503, 'The token could not be looked up', 5) };
    }
  }

  /** Whether the sign-in of that key is still active. Never rejects. */
  async isConnected(key: string): Promise<boolean> {
    const { machines, connections } = this.#server;
    try {
      return machines.bound(key) !== undefined || (await connections.find(key)) !== undefined;
    } catch {
      // The sign-in counts as active while the store cannot be read: it is checked again soon.
      return true;
    }
  }

  /** RFC 6750, section 3.1: the host may ask for the scopes that are missing. */
  insufficient(needed: readonly string[]): string {
    return `Bearer error="insufficient_scope", scope="${needed.join(' ')}", ${this.#metadata}`;
  }

  /** Authenticates a machine by its token; undefined where the token does not belong to one. */
  async #machineOf(value: string, narrowing: Narrowing): Promise<Authentication | undefined> {
    const { machines, provider, resource } = this.#server;
    if (!machines.areAny) return undefined;
    const token = await provider.ClientCredentials.find(value);
    const key = String(token?.extra?.['machine']);
    const machine = machines.bound(key);
    if (!token || !machine || ![token.aud].flat().includes(resource)) return undefined;
    const { owner, access } = await this.#identify(machine.token());
    if (owner.kind === 'unreachable') return busy;
    if (owner.kind === 'refused')
      return {
        kind: 'refused',
        refusal: {
          status: 403,
          message: `The platform refuses the token of ${machine.name}: its token_file needs another`,
        },
      };
    return {
      kind: 'admitted',
      credentials: {
        caller: owner.caller,
        access,
        connection: key,
        isConnected: () => this.isConnected(key),
        token: machine.token,
        narrowing: narrowedTwice({ budget: machine.budget, readOnly: false }, narrowing),
        scopes: machine.scopes.filter((one) => (token.scope ?? 'read').split(' ').includes(one)),
      },
    };
  }

  #unauthorized(error?: string): Authentication {
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
