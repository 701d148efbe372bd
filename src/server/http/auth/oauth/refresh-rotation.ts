import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Documents } from '../../../../state/documents.ts';
import { hashed, type Sealer } from './sealer.ts';

/** Milliseconds in which a used refresh token may be sent again, as by two windows or after a lost answer. */
const leewayMs = 60_000;

/**
 * Handles refresh tokens that are sent a second time. Each is exchanged for one successor. Within 60 seconds, and while that
 * successor is unused, the exchange may be repeated and gives the same successor. Any later use means that a token was stolen
 * (RFC 9700, section 4.14.2).
 */
export class RefreshRotation {
  readonly #store: Documents;
  readonly #sealer: Sealer;
  readonly #now: () => number;

  constructor(store: Documents, sealer: Sealer, now: () => number) {
    this.#store = store;
    this.#sealer = sealer;
    this.#now = now;
  }

  /**
   * Whether a used refresh token may be exchanged again.
   * @param id the hash of the token
   * @param usedAt when it was used first, in epoch milliseconds
   */
  async mayRepeat(id: string, usedAt: number): Promise<boolean> {
    if (this.#now() - usedAt > leewayMs) return false;
    const successor = this.#read(await this.#store.find('Successor', id));
    // Without a record, the process that exchanged the token died before it could answer.
    if (successor === undefined) return true;
    const document = await this.#store.find('RefreshToken', hashed(successor));
    return document !== undefined && document.consumedAt === null;
  }

  /** Called after an exchange: all exchanges of one token answer with the successor that was recorded first. */
  async answerWithOneSuccessor({ oidc, response }: KoaContextWithOIDC): Promise<void> {
    const { RotatedRefreshToken: used, RefreshToken: successor } = oidc?.entities ?? {};
    if (!used || !successor) return;
    const body = response.body as { refresh_token: string };
    const kept = await this.#store.putFirst(
      'Successor',
      hashed(used.jti),
      this.#sealer.seal('Successor', body.refresh_token),
      { expiresAt: this.#now() + leewayMs, grant: hashed(String(used.grantId)) },
    );
    const first = this.#read(kept);
    if (first === undefined || first === body.refresh_token) return;
    await successor.destroy();
    response.body = { ...body, refresh_token: first };
  }

  #read(document: { readonly payload: string } | undefined): string | undefined {
    const value = this.#sealer.open('Successor', document?.payload);
    return typeof value === 'string' ? value : undefined;
  }
}
