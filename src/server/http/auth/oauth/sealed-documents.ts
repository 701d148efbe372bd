import { createHash } from 'node:crypto';
import type { Documents } from '../../../../state/documents.ts';
import type { Sealer } from './sealer.ts';

/** The hash under which a document is stored: its id may be the token itself. */
export const hashed = (id: string): string => createHash('sha256').update(id).digest('base64url');

export interface OpenedDocument {
  readonly value: unknown;
  /** When it was used, in epoch milliseconds; null: not yet. */
  readonly consumedAt: number | null;
  /** Whether it was encrypted under an older secret; it has been encrypted under the first one since. */
  readonly wasOutdated: boolean;
}

/**
 * Reads encrypted documents. A document under an older secret is encrypted again under the first one when it is read, so that a secret
 * can be dropped once every sign-in has been used after a new one was added.
 */
export class SealedDocuments {
  readonly #store: Pick<Documents, 'find' | 'replace' | 'listGrant'>;
  readonly #sealer: Sealer;

  constructor(store: Pick<Documents, 'find' | 'replace' | 'listGrant'>, sealer: Sealer) {
    this.#store = store;
    this.#sealer = sealer;
  }

  /** Undefined where there is none, or where none of the secrets opens it. */
  async find(kind: string, id: string): Promise<OpenedDocument | undefined> {
    const document = await this.#store.find(kind, id);
    const opened = document && this.#sealer.open(kind, document.payload);
    if (!opened) return undefined;
    if (opened.isOutdated) await this.#replace(kind, id, document.payload, opened.value);
    return { value: opened.value, consumedAt: document.consumedAt, wasOutdated: opened.isOutdated };
  }

  /** Encrypts everything that is in use under a grant again: its refresh token, for one, may not be read for a long time. */
  async renewGrant(grant: string): Promise<void> {
    const documents = await this.#store.listGrant(grant).catch(() => []);
    for (const { kind, id, payload } of documents) {
      const opened = this.#sealer.open(kind, payload);
      if (opened?.isOutdated) await this.#replace(kind, id, payload, opened.value);
    }
  }

  /** Never rejects, since reading does not depend on it: the next read tries again. */
  async #replace(kind: string, id: string, former: string, value: unknown): Promise<void> {
    await this.#store.replace(kind, id, former, this.#sealer.seal(kind, value)).catch(() => undefined);
  }
}
