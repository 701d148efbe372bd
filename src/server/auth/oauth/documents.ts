import { createHash } from 'node:crypto';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Documents } from '../../../state/documents.ts';
import { SealedDocuments, type OpenedDocument } from './sealed-documents.ts';
import type { Sealer } from './sealer.ts';

/** Consent of a person to one client: stored under the grant, and removed with it. */
export interface Connection {
  readonly grant: string;
  readonly caller: string;
  readonly access: string;
  readonly token: string;
  readonly client: string;
  readonly clientName: string;
  /** Who takes its answers, as the person was told: a host, or an application with its scheme. */
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

/** A device's code is typed by a person; it is looked up as the `uid` of other kinds is. */
const userCodeId = (code: string): string => `user code ${code}`;

/** What a document is found by beside its id. */
function secondIdOf({ uid, userCode }: AdapterPayload): string | undefined {
  const id = uid ?? (userCode === undefined ? undefined : userCodeId(userCode));
  return id === undefined ? undefined : hashed(id);
}

/** Milliseconds for which a connection is kept unused: as long as its refresh token. */
export const connectionMs = 90 * 86_400_000;

/** Milliseconds for which the registration of a client is kept that nobody has signed in with: anybody may register. */
const unusedClientMs = 86_400_000;

/** The library's storage, encrypted, in the shared state. */
export const createAdapter = (store: Documents, sealer: Sealer, now: () => number) =>
  class SealedAdapter implements Adapter {
    readonly #kind: string;
    readonly #documents = new SealedDocuments(store, sealer);

    constructor(kind: string) {
      this.#kind = kind;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      await store.put(this.#kind, hashed(id), sealer.seal(this.#kind, payload), {
        expiresAt: now() + (expiresIn ? expiresIn * 1000 : unusedClientMs),
        grant: payload.grantId ? hashed(payload.grantId) : this.#kind === 'Grant' ? hashed(id) : undefined,
        uid: secondIdOf(payload),
      });
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      const stored = await this.#documents.find(this.#kind, hashed(id));
      if (stored?.wasOutdated && this.#kind === 'Grant') await this.#documents.renewGrant(hashed(id));
      return stored && payloadOf(stored);
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      const stored = await store.findByUid(this.#kind, hashed(uid));
      const opened = stored && sealer.open(this.#kind, stored.payload);
      return opened && payloadOf({ ...opened, consumedAt: stored.consumedAt });
    }

    async findByUserCode(code: string): Promise<AdapterPayload | undefined> {
      return this.findByUid(userCodeId(code));
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
  };

function payloadOf({ value, consumedAt }: Pick<OpenedDocument, 'value' | 'consumedAt'>): AdapterPayload {
  const payload = value as AdapterPayload;
  return consumedAt === null ? payload : { ...payload, consumed: Math.floor(consumedAt / 1000) };
}

/** The connections of people, by grant and by person. */
export class Connections {
  readonly #store: Documents;
  readonly #sealer: Sealer;
  readonly #documents: SealedDocuments;
  readonly #now: () => number;

  constructor(store: Documents, sealer: Sealer, now: () => number) {
    this.#store = store;
    this.#sealer = sealer;
    this.#documents = new SealedDocuments(store, sealer);
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
    const document = await this.#documents.find('Connection', key);
    const connection = document?.value as Connection | undefined;
    if (connection && document?.wasOutdated) {
      await this.#documents.renewGrant(key);
      await this.#documents.find('Client', hashed(connection.client)).catch(() => undefined);
    }
    return connection;
  }

  async list(caller: string): Promise<readonly Connection[]> {
    const documents = await this.#store.list('Connection', caller);
    return documents.flatMap(({ payload }) => {
      const opened = this.#sealer.open('Connection', payload);
      return opened ? [opened.value as Connection] : [];
    });
  }

  /** Ends a connection with all its tokens, if it is the caller's. */
  async revoke(caller: string, grant: string): Promise<void> {
    if ((await this.of(grant))?.caller === caller) await this.#store.removeGrant(hashed(grant));
  }
}
