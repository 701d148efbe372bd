import type { JobState } from '../../job-states.ts';
import type { Polls, PollAnswer } from '../polls.ts';
import { type Database, hasEffect, join, only, row, sql, type Steps } from './database.ts';
import { ownedBy } from './sql-usage.ts';
import { updateEntry } from './update-entry.ts';

/** Milliseconds past its due poll after which a job counts as abandoned by its waiters. */
const abandonedAfterMs = 60_000;

const pollableStates: readonly JobState[] = ['running', 'needs_you'];

/** The poll leases over any engine. */
export const sqlPolls = (db: Database): Polls => ({
  take: (id, lease, leaseMs) =>
    db.transaction(null, function* ({ steady }): Steps<PollAnswer> {
      const pollable = sql`id = ${id} AND state IN (${join(pollableStates)})`;
      const before = yield* row<{ told: number }>(sql`SELECT told FROM entries WHERE id = ${id}`);
      const isTaken = yield* hasEffect(
        sql`UPDATE entries SET lease_owner = ${lease}, lease_until = ${steady + leaseMs}, polls = polls + 1, told = 0,
            polled_by_event = CASE told WHEN 1 THEN CAST(${steady} AS DOUBLE PRECISION) ELSE polled_by_event END
          WHERE ${pollable} AND next_poll <= ${steady} AND lease_until <= ${steady}`,
      );
      if (isTaken) return before?.told === 1 ? { kind: 'poll', byEvent: true } : { kind: 'poll' };
      const pause = yield* row<{ next_poll: number; lease_until: number }>(
        sql`SELECT next_poll, lease_until FROM entries WHERE ${pollable}`,
      );
      if (!pause) return { kind: 'over' };
      return { kind: 'wait', ms: Math.max(1, pause.next_poll - steady, pause.lease_until - steady) };
    }),

  record: (id, lease, change, money) =>
    db.transaction(null, (moment) =>
      updateEntry(id, change, moment, { states: pollableStates, lease, money: money && [money] }),
    ),

  countRunning: (account, owner) =>
    db.transaction(null, function* ({ steady }) {
      const since = steady - abandonedAfterMs;
      const { jobs } = yield* only<{ jobs: number }>(
        sql`SELECT count(*) AS jobs FROM entries
          WHERE account = ${account}${ownedBy(owner)} AND state = 'running' AND (next_poll > ${since} OR lease_until > ${since})`,
      );
      return jobs;
    }),
});
