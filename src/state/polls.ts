import type { JobState } from '../base/index.ts';
import type { ChangeNotifications } from './change-notifications.ts';
import { type Database, hasEffect, join, only, row, sql, type Steps } from './sql/database.ts';
import { ownedBy } from './usage.ts';
import { updateEntry } from './update-entry.ts';
import type { Entry, EntryChange, MoneyState } from './entry.ts';

export type PollAnswer =
  /** The caller polls. `byEvent`: an event of the platform made the poll due. */
  | { readonly kind: 'poll'; readonly byEvent?: true | undefined }
  /** `ms`: minimum milliseconds until a poll can be due. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'over' };

/** Milliseconds past its due poll after which a job counts as abandoned by its waiters. */
const abandonedAfterMs = 60_000;

const pollableStates: readonly JobState[] = ['running', 'needs_you'];

/** Leases for polling jobs: only one process polls a job at a time, and all of them respect its pause. */
export const createPolls = (db: Database, changes: ChangeNotifications) => ({
  /**
   * Leases the right to poll a job, once the pause since its last poll is over.
   * @param lease a fencing token, unique to this poll
   */
  take: (id: string, lease: string, leaseMs: number): Promise<PollAnswer> =>
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

  /**
   * Writes the result of the poll that holds `lease`. Undefined, with nothing written, if the job is over or another poll has
   * the lease: a poll that outlived its lease can neither change the job nor touch its successor's lease.
   * @param money the state that the entry's money must still be in
   */
  record: (id: string, lease: string, change: EntryChange, money?: MoneyState): Promise<Entry | undefined> =>
    changes.notifyOf(
      db.transaction(null, (moment) =>
        updateEntry(id, change, moment, { states: pollableStates, lease, money: money && [money] }),
      ),
    ),

  /** Number of jobs that are being polled and share the request rate; if callers are distinguished, those of one caller. */
  countRunning: (account: string, owner?: string): Promise<number> =>
    db.transaction(null, function* ({ steady }) {
      const since = steady - abandonedAfterMs;
      const { jobs } = yield* only<{ jobs: number }>(
        sql`SELECT count(*) AS jobs FROM entries
          WHERE account = ${account}${ownedBy(owner)} AND state = 'running' AND (next_poll > ${since} OR lease_until > ${since})`,
      );
      return jobs;
    }),
});
