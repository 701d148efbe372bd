import { errors, type ClientMetadata, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { sha256, type Machine } from '../../../config/machines-file.ts';
import type { Sealer } from './sealer.ts';

/** The programs that the operator lets sign in by themselves, by the client credentials grant (RFC 6749, section 4.4). */
export class Machines {
  readonly #byName: ReadonlyMap<string, Machine>;
  readonly #sealer: Sealer;

  constructor(machines: readonly Machine[], sealer: Sealer) {
    this.#byName = new Map(machines.map((machine) => [machine.name, machine]));
    this.#sealer = sealer;
  }

  get areAny(): boolean {
    return this.#byName.size > 0;
  }

  byName(name: string | undefined): Machine | undefined {
    return name === undefined ? undefined : this.#byName.get(name);
  }

  /** The key that a machine's tokens are bound to. It changes with the machine's secret, which ends its tokens. */
  keyOf({ name, secretHash }: Machine): string {
    return this.#sealer.mac('machine', `${name} ${secretHash}`);
  }

  /** The machine that a token or a run is bound to. Undefined once its entry was removed or has another secret. */
  bound(key: string): Machine | undefined {
    return [...this.#byName.values()].find(({ name, secretHash }) =>
      this.#sealer.isMac('machine', `${name} ${secretHash}`, key),
    );
  }

  /** The machines as clients of the library, with the hash of their secret in its place. */
  clients(): ClientMetadata[] {
    return [...this.#byName.values()].map(({ name, secretHash }) => ({
      client_id: name,
      client_name: name,
      client_secret: secretHash,
      grant_types: [grantType],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_basic',
    }));
  }

  /** Makes the library compare hashes where a client is a machine. */
  compareHashes({ Client }: Provider): void {
    const { compareClientSecret } = Client.prototype;
    const byName = (name: string): Machine | undefined => this.byName(name);
    Client.prototype.compareClientSecret = function (secret) {
      return compareClientSecret.call(this, byName(this.clientId) ? sha256(secret) : secret);
    };
  }

  /**
   * The scopes that a machine may have. The library grants those of them that the machine asks for.
   *
   * @throws where it asks only for others
   */
  scopesFor(ctx: KoaContextWithOIDC, { scopes }: Machine): readonly string[] {
    const requestedScopes = String(ctx.oidc.params?.['scope'] ?? '');
    if (requestedScopes !== '' && !requestedScopes.split(' ').some((one) => scopes.includes(one)))
      throw new errors.InvalidScope('none of these scopes is allowed to this client', requestedScopes);
    return scopes;
  }
}

/** The grant type of machines, which registered clients cannot have. */
export const grantType = 'client_credentials';
