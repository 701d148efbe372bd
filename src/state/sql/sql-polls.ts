import type { JobState } from '../../job-states.ts';
import { type Database, row, run, type Steps } from './database.ts';
import { ownedBy, ownerValue } from './sql-ledger.ts';
import { updateEntry } from './update-entry.ts';
import type { Polls, PollAnswer } from '../polls.ts';

/** Milliseconds past its due poll after which a job counts as abandoned by its waiters. */
const abandonedAfterMs = 60_000;

const pollableStates: readonly JobState[] = ['running', 'needs_you'];

/** The poll leases over any engine. */
export const sqlPolls = (db: Database): Polls => ({
  take(id, lease, leaseMs) {
    return db.transaction(null, function* ({ steady }): Steps<PollAnswer> {
      const pollable = "id = ? AND state IN ('running', 'needs_you')";
      const before = yield* row('SELECT told FROM entries WHERE id = ?', id);
      const takenRows = yield* run(
        `UPDATE entries SET lease_owner = ?, lease_until = ?, polls = polls + 1, polled_by_event = CASE told WHEN 1 THEN CAST(? AS DOUBLE PRECISION) ELSE polled_by_event END, told = 0 WHERE ${pollable} AND next_poll <= ? AND lease_until <= ?`,
        lease,
        steady + leaseMs,
        steady,
        id,
        steady,
        steady,
      );
      if (takenRows === 1) return Number(before?.['told']) === 1 ? { kind: 'poll', byEvent: true } : { kind: 'poll' };
      const record = yield* row(`SELECT next_poll, lease_until FROM entries WHERE ${pollable}`, id);
      if (!record) return { kind: 'over' };
      return {
        kind: 'wait',
        ms: Math.max(1, Number(record['next_poll']) - steady, Number(record['lease_until']) - steady),
      };
    });
  },

  record: (id, lease, change) =>
    db.transaction(null, (moment) => updateEntry(id, change, moment, { states: pollableStates, lease })),

  countRunning(account, owner) {
    return db.transaction(null, function* ({ steady }) {
      const countRow = yield* row(
        `SELECT count(*) AS jobs FROM entries WHERE account = ?${ownedBy(owner)} AND state = 'running' AND (next_poll > ? OR lease_until > ?)`,
        account,
        ...ownerValue(owner),
        steady - abandonedAfterMs,
        steady - abandonedAfterMs,
      );
      return Number(countRow?.['jobs']);
    });
  },
});
