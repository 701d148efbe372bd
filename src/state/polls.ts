import { type Database, row, run, type Steps } from './database.ts';
import type { PollTurn } from './state.ts';

/** Milliseconds past its time after which nobody seems to wait for a job any more. */
const abandoned = 60_000;

/** Who may poll a job, and when: one process at a time, with a pause that all of them keep. */
export class Polls {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  take(id: string, owner: string, leaseMs: number): Promise<PollTurn> {
    return this.#db.transaction(null, function* ({ steady }): Steps<PollTurn> {
      const pollable = "id = ? AND state IN ('running', 'needs_you')";
      const taken = yield* run(
        `UPDATE entries SET lease_owner = ?, lease_until = ?, polls = polls + 1 WHERE ${pollable} AND next_poll <= ? AND lease_until <= ?`,
        owner,
        steady + leaseMs,
        id,
        steady,
        steady,
      );
      if (taken === 1) return { kind: 'poll' };
      const found = yield* row(`SELECT next_poll, lease_until FROM entries WHERE ${pollable}`, id);
      if (!found) return { kind: 'over' };
      return {
        kind: 'wait',
        ms: Math.max(1, Number(found['next_poll']) - steady, Number(found['lease_until']) - steady),
      };
    });
  }

  countRunning(account: string): Promise<number> {
    return this.#db.transaction(null, function* ({ steady }) {
      const counted = yield* row(
        "SELECT count(*) AS jobs FROM entries WHERE account = ? AND state = 'running' AND (next_poll > ? OR lease_until > ?)",
        account,
        steady - abandoned,
        steady - abandoned,
      );
      return Number(counted?.['jobs']);
    });
  }
}
