import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Documents, StoredDocument } from '../../../../state/documents.ts';
import type { RefreshRotation } from './refresh-rotation.ts';
import { hashed, type Sealer } from './sealer.ts';

/** A person's consent to one client. Stored under the grant, and removed with it. */
export interface Connection {
  readonly grant: string;
  readonly caller: string;
  readonly access: string;
  readonly token: string;
  readonly client: string;
  readonly clientName: string;
  /** The recipient of its answers, as shown to the person: a host, or an application by its scheme. */
  readonly redirectHost: string;
  readonly scopes: readonly string[];
  /** The limits as the person typed them; empty if there are none. */
  readonly budget: string;
  readonly readOnly: boolean;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Milliseconds after which an unused connection is removed: the lifetime of its refresh token. */
export const connectionMs = 90 * 86_400_000;

/** Milliseconds after which the registration of a client is removed if nobody has signed in with it: anybody may register clients. */
const unusedClientMs = 86_400_000;

/** The library's storage: encrypted documents in the shared state. */
export const createAdapter = (
  store: Documents,
  sealer: Sealer,
  { now, rotation }: { readonly now: () => number; readonly rotation: RefreshRotation },
) =>
  class SealedAdapter implements Adapter {
    readonly #kind: string;

    constructor(kind: string) {
      this.#kind = kind;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      await store.put(this.#kind, hashed(id), sealer.seal(this.#kind, payload), {
        expiresAt: now() + (expiresIn ? expiresIn * 1000 : unusedClientMs),
        grant: payload.grantId ? hashed(payload.grantId) : this.#kind === 'Grant' ? hashed(id) : undefined,
        uid: payload.uid === undefined ? undefined : hashed(payload.uid),
      });
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      const document = await store.find(this.#kind, hashed(id));
      return this.#open(
        document && (await this.#mayRepeat(id, document.consumedAt)) ? { ...document, consumedAt: null } : document,
      );
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#open(await store.findByUid(this.#kind, hashed(uid)));
    }

    /** Only used by the sign-in of devices, which is switched off. */
    async findByUserCode(): Promise<undefined> {}

    /** A code or refresh token that is used twice was probably stolen, unless it is repeated at once: everything issued under its grant is revoked. */
    async consume(id: string): Promise<void> {
      if (await store.consume(this.#kind, hashed(id))) return;
      const usedAt = (await store.find(this.#kind, hashed(id)))?.consumedAt;
      if (await this.#mayRepeat(id, usedAt)) return;
      const grantId = (await this.find(id))?.grantId;
      if (grantId) await this.revokeByGrantId(grantId);
      throw new errors.InvalidGrant('already used');
    }

    async destroy(id: string): Promise<void> {
      await store.remove(this.#kind, hashed(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await store.removeGrant(hashed(grantId));
    }

    #open(document: StoredDocument | undefined): AdapterPayload | undefined {
      const payload = sealer.open(this.#kind, document?.payload) as AdapterPayload | undefined;
      const usedAt = document?.consumedAt ?? null;
      return payload && usedAt !== null ? { ...payload, consumed: Math.floor(usedAt / 1000) } : payload;
    }

    async #mayRepeat(id: string, usedAt: number | null | undefined): Promise<boolean> {
      if (this.#kind !== 'RefreshToken' || usedAt === null || usedAt === undefined) return false;
      return rotation.mayRepeat(hashed(id), usedAt);
    }
  };

/** The connections of people, by grant and by person. */
export class Connections {
  readonly #store: Documents;
  readonly #sealer: Sealer;
  readonly #now: () => number;

  constructor(store: Documents, sealer: Sealer, now: () => number) {
    this.#store = store;
    this.#sealer = sealer;
    this.#now = now;
  }

  async keep(connection: Connection): Promise<void> {
    const [grant, client] = [hashed(connection.grant), hashed(connection.client)];
    const expiresAt = this.#now() + connectionMs;
    // The registration lasts as long as the connection, encrypted with the current secret. A client that uses a metadata
    // document has none.
    const registration = this.#sealer.open('Client', (await this.#store.find('Client', client))?.payload);
    if (registration) await this.#store.put('Client', client, this.#sealer.seal('Client', registration), { expiresAt });
    await this.#store.put('Connection', grant, this.#sealer.seal('Connection', connection), {
      expiresAt,
      grant,
      owner: connection.caller,
    });
  }

  /** The connection of a grant, by the hash of the grant. */
  async find(key: string): Promise<Connection | undefined> {
    return this.#open(await this.#store.find('Connection', key));
  }

  async list(caller: string): Promise<readonly Connection[]> {
    const documents = await this.#store.list('Connection', caller);
    return documents.map((document) => this.#open(document)).filter((connection) => connection !== undefined);
  }

  /** Ends a connection with all its tokens, if it is the caller's. */
  async revoke(caller: string, grant: string): Promise<void> {
    const key = hashed(grant);
    if ((await this.find(key))?.caller === caller) await this.#store.removeGrant(key);
  }

  #open(document: StoredDocument | undefined): Connection | undefined {
    return this.#sealer.open('Connection', document?.payload) as Connection | undefined;
  }
}
