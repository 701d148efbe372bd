import type { Documents } from '../../../state/documents.ts';
import type { Sealer } from './sealer.ts';

export interface OpenedDocument {
  readonly value: unknown;
  /** Epoch milliseconds at which it was used up; null: it was not. */
  readonly consumedAt: number | null;
  /** Whether it was under an older secret. It no longer is. */
  readonly wasOutdated: boolean;
}

/**
 * Reads encrypted documents. One under an older secret is written again under the first as it is read, so that a secret can be
 * dropped once every sign-in has been used since.
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

  /** Writes everything that is in use under a grant again: its refresh token is read only where its client asks for another. */
  async renewGrant(grant: string): Promise<void> {
    const documents = await this.#store.listGrant(grant).catch(() => []);
    for (const { kind, id, payload } of documents) {
      const opened = this.#sealer.open(kind, payload);
      if (opened?.isOutdated) await this.#replace(kind, id, payload, opened.value);
    }
  }

  /** Reading does not depend on it: the next read tries again. */
  async #replace(kind: string, id: string, former: string, value: unknown): Promise<void> {
    await this.#store.replace(kind, id, former, this.#sealer.seal(kind, value)).catch(() => undefined);
  }
}
