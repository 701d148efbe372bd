import { createHash } from 'node:crypto';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Sealer } from './sealer.ts';

/** Where documents are kept, over all replicas. */
export interface DocumentStore {
  put(
    kind: string,
    id: string,
    payload: string,
    keys: {
      expiresAt: number | null;
      grant?: string | undefined;
      uid?: string | undefined;
      owner?: string | undefined;
    },
  ): Promise<void>;
  find(kind: string, id: string): Promise<{ payload: string; consumedAt: number | null } | undefined>;
  findByUid(kind: string, uid: string): Promise<{ payload: string; consumedAt: number | null } | undefined>;
  list(kind: string, owner: string): Promise<readonly { payload: string }[]>;
  consume(kind: string, id: string): Promise<boolean>;
  increment(kind: string, id: string, ms: number): Promise<number>;
  keepUntil(kind: string, id: string, expiresAt: number): Promise<void>;
  remove(kind: string, id: string): Promise<void>;
  removeGrant(grant: string): Promise<void>;
}

/** Consent of a person to one client: stored under the grant, and removed with it. */
export interface Connection {
  readonly grant: string;
  readonly caller: string;
  readonly access: string;
  readonly token: string;
  readonly client: string;
  readonly clientName: string;
  readonly redirectHost: string;
  readonly scopes: readonly string[];
  /** As typed; empty: none. */
  readonly budget: string;
  readonly readOnly: boolean;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** An id may be the token itself: only a hash of it is stored. */
const hashed = (id: string): string => createHash('sha256').update(id).digest('base64url');

/** Milliseconds for which a connection is kept unused: as long as its refresh token. */
export const connectionMs = 90 * 86_400_000;

/** Milliseconds for which the registration of a client is kept that nobody has signed in with: anybody may register. */
const unusedClientMs = 86_400_000;

/** The library's storage, encrypted, in the shared state. */
export const createAdapter = (store: DocumentStore, sealer: Sealer, now: () => number) =>
  class SealedAdapter implements Adapter {
    readonly #kind: string;

    constructor(kind: string) {
      this.#kind = kind;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      await store.put(this.#kind, hashed(id), sealer.seal(this.#kind, payload), {
        expiresAt: now() + (expiresIn ? expiresIn * 1000 : unusedClientMs),
        grant: payload.grantId ? hashed(payload.grantId) : this.#kind === 'Grant' ? hashed(id) : undefined,
        uid: payload.uid ? hashed(payload.uid) : undefined,
      });
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return this.#opened(await store.find(this.#kind, hashed(id)));
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#opened(await store.findByUid(this.#kind, hashed(uid)));
    }

    /** Devices do not sign in here. */
    async findByUserCode(): Promise<undefined> {
      return undefined;
    }

    /** A code or a refresh token that is used twice has been stolen: what came of it ends, whichever use was first. */
    async consume(id: string): Promise<void> {
      if (await store.consume(this.#kind, hashed(id))) return;
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

    #opened(found: { payload: string; consumedAt: number | null } | undefined): AdapterPayload | undefined {
      const payload = found && (sealer.open(this.#kind, found.payload) as AdapterPayload | undefined);
      if (!payload) return undefined;
      return found.consumedAt === null ? payload : { ...payload, consumed: Math.floor(found.consumedAt / 1000) };
    }
  };

/** The connections of people, by grant and by person. */
export class Connections {
  readonly #store: DocumentStore;
  readonly #sealer: Sealer;
  readonly #now: () => number;

  constructor(store: DocumentStore, sealer: Sealer, now: () => number) {
    this.#store = store;
    this.#sealer = sealer;
    this.#now = now;
  }

  async keep(connection: Connection): Promise<void> {
    const grant = hashed(connection.grant);
    const expiresAt = this.#now() + connectionMs;
    await this.#store.keepUntil('Client', hashed(connection.client), expiresAt);
    await this.#store.put('Connection', grant, this.#sealer.seal('Connection', connection), {
      expiresAt,
      grant,
      owner: connection.caller,
    });
  }

  of(grant: string): Promise<Connection | undefined> {
    return this.find(this.keyOf(grant));
  }

  /** What a connection is kept under: it opens nothing. */
  keyOf(grant: string): string {
    return hashed(grant);
  }

  async find(key: string): Promise<Connection | undefined> {
    const found = await this.#store.find('Connection', key);
    return found && (this.#sealer.open('Connection', found.payload) as Connection | undefined);
  }

  async list(caller: string): Promise<readonly Connection[]> {
    const found = await this.#store.list('Connection', caller);
    return found.flatMap(({ payload }) => (this.#sealer.open('Connection', payload) as Connection | undefined) ?? []);
  }

  /** Ends a connection with all its tokens, if it is the caller's. */
  async revoke(caller: string, grant: string): Promise<void> {
    if ((await this.of(grant))?.caller === caller) await this.#store.removeGrant(hashed(grant));
  }
}
