import type { Clock } from '../base/clock.ts';
import { leaseOwner } from './lease-owner.ts';
import { type Database, hasEffect, sql } from './sql/database.ts';

/** The name of this process in the entries that it sends. */
export const sender = leaseOwner('ledger');

/** Milliseconds after which a process that has not renewed its reservations counts as dead, on whatever machine it ran. */
export const reservationLeaseMs = 10_000;

/** Milliseconds between two renewals: two may fail before the lease lapses. */
const renewEveryMs = 3_000;

/**
 * Renews the leases of this process's reservations while it has any. A call that waits for a request slot or a person keeps its credits;
 * those of a process that has died on another machine are soon released.
 */
export class ReservationLeases {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  /** When the last reservation has lapsed. */
  #until = 0;
  #renewing: Promise<void> | undefined;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Called before a reservation is made that lapses after `ms`. */
  keep(ms: number): void {
    this.#until = Math.max(this.#until, this.#clock.steady() + ms);
    this.#renewing ??= this.#renewAll().finally(() => (this.#renewing = undefined));
  }

  /** Resolves when nothing is being renewed any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#renewing;
  }

  async #renewAll(): Promise<void> {
    const { signal } = this.#stop;
    for (let hasReservations = true; hasReservations && this.#clock.steady() < this.#until;) {
      await this.#clock.sleep(renewEveryMs, signal, { keepsAlive: false }).catch(() => undefined);
      if (signal.aborted) return;
      // Where the store fails, the leases are renewed as soon as it can be used again.
      hasReservations = await this.#renew().catch(() => true);
    }
  }

  #renew(): Promise<boolean> {
    return this.#db.transaction(null, ({ now }) =>
      hasEffect(
        sql`UPDATE entries SET gone_at = ${now + reservationLeaseMs}
          WHERE money = 'reserved' AND sender = ${sender}`,
      ),
    );
  }
}
