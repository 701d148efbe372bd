import type { Clock } from '../../clock.ts';
import type { PollTurn } from '../state.ts';
import type { Database } from './database.ts';

/** Milliseconds past its time after which nobody seems to wait for a job any more. */
const abandoned = 60_000;

/** Who may poll a job, and when: one process at a time, with a pause that all of them keep. */
export class Polls {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  take(id: string, owner: string, leaseMs: number): Promise<PollTurn> {
    return this.#db.transaction((): PollTurn => {
      const steady = this.#clock.steady();
      const row = this.#db.row("SELECT next_poll, lease_until FROM entries WHERE id = ? AND state IN ('running', 'needs_you')", id);
      if (!row) return { kind: 'over' };
      const open = Math.max(Number(row['next_poll']), Number(row['lease_until']));
      if (open > steady) return { kind: 'wait', ms: open - steady };
      this.#db.run('UPDATE entries SET lease_owner = ?, lease_until = ?, polls = polls + 1 WHERE id = ?', owner, steady + leaseMs, id);
      return { kind: 'poll' };
    });
  }

  countRunning(account: string): Promise<number> {
    return this.#db.transaction(() =>
      Number(
        this.#db.row(
          "SELECT count(*) AS jobs FROM entries WHERE account = ? AND state = 'running' AND max(next_poll, lease_until) > ?",
          account,
          this.#clock.steady() - abandoned,
        )?.['jobs'],
      ),
    );
  }
}
