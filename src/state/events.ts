import { type Database, exists, hasEffect, join, row, rows, run, sql, type Steps } from './sql/database.ts';
import type { ChangeNotifications } from './change-notifications.ts';
import { dueByEvent } from './update-entry.ts';

export type Events = ReturnType<typeof createEvents>;

/** Milliseconds for which deliveries are remembered, and for which callback secrets are kept: the last callback comes within hours. */
const rememberedMs = 24 * 3_600_000;
const secretKeptMs = 7 * 86_400_000;

/** Maximum callbacks of a batch that are accepted: the platform makes five attempts. */
const maxCallbacks = 5;

/** Maximum entries examined for one event; an operation never has more jobs running at a time. */
const maxCandidates = 1_000;

/** The platform's event deliveries, shared by all processes. */
export const createEvents = (db: Database, changes: ChangeNotifications) => ({
  /** Whether an event of that delivery id was remembered within the last 24 hours. */
  seen: (delivery: string): Promise<boolean> =>
    db.transaction(null, ({ now }) =>
      exists(sql`SELECT 1 AS one FROM deliveries WHERE id = ${delivery} AND at > ${now - rememberedMs}`),
    ),

  /** Remembers an event that has been announced, and its type if the contract names it. */
  async remember(delivery: string, type?: string): Promise<void> {
    await db.transaction('deliveries', function* ({ now }) {
      yield* run(sql`DELETE FROM deliveries WHERE at <= ${now - rememberedMs}`);
      yield* run(
        sql`INSERT INTO deliveries (id, at) VALUES (${delivery}, ${now}) ON CONFLICT (id) DO UPDATE SET at = excluded.at`,
      );
      for (const key of new Set([receivedKey(), receivedKey(type)])) yield* setTime(key, now);
    });
  },

  /**
   * Makes the next poll due at once for unfinished jobs of these operations that are about one of `ids`. If a poll is in
   * progress, another one follows it. Resolves with the ids of the jobs' entries.
   *
   * @param only.type type of the event, which is recorded as received for the accounts that it must be about. The contract
   * does not show the form of most events: if no job is about one of `ids`, all jobs of these operations are polled. Absent
   * for a callback, which names its job exactly
   * @param only.account of a callback: the account whose secret signed it, since other accounts may have a batch of the same
   * id
   */
  async announce(
    operations: readonly string[],
    ids: readonly string[],
    { type, account }: { readonly type?: string | undefined; readonly account?: string | undefined } = {},
  ): Promise<readonly string[]> {
    const announced = await db.transaction(null, function* ({ now }): Steps<readonly string[]> {
      if (operations.length === 0) return [];
      const ofAccount = account === undefined ? sql`` : sql` AND account = ${account}`;
      const candidates = yield* rows<Candidate>(
        sql`SELECT id, account, state, arguments, watch FROM entries WHERE state IN ('starting', 'running', 'needs_you')
          AND operation IN (${join(operations)})${ofAccount} LIMIT ${maxCandidates}`,
      );
      const about = candidates.filter((one) =>
        [one.arguments, one.watch].some((json) => holdsOneOf(JSON.parse(String(json)), ids)),
      );
      const matching = about.length > 0 ? about : candidates;
      // The ids of a job whose start is not answered are not known yet.
      const affected =
        type === undefined ? about : candidates.filter((one) => one.state === 'starting' || matching.includes(one));
      const affectedIds = affected.map(({ id }) => id);
      // A job that has ended meanwhile is not polled even if this is set.
      for (const id of affectedIds)
        yield* run(sql`UPDATE entries SET next_poll = ${dueByEvent}, told = 1 WHERE id = ${id}`);
      if (type === undefined) return affectedIds;
      // Sorted, so that concurrent events lock the rows in the same order.
      const accounts = [...new Set(matching.map((one) => one.account))].sort();
      if (about.length === 0 && accounts.length > 1) return affectedIds;
      for (const one of accounts) {
        yield* setTime(receivedKey(undefined, one), now);
        yield* setTime(receivedKey(type, one), now);
      }
      return affectedIds;
    });
    for (const id of announced) changes.notify(id);
    return announced;
  },

  /** Whether a job of these operations is being started, so that its ids are not known yet. */
  isStarting: (operations: readonly string[]): Promise<boolean> =>
    db.transaction(null, () =>
      exists(sql`SELECT 1 AS one FROM entries WHERE state = 'starting' AND operation IN (${join(operations)}) LIMIT 1`),
    ),

  /**
   * Whether events of the type can be relied on: any event was delivered within 24 hours, no event of an earlier received
   * type was missed since, and no event of this type was missed since the last one.
   *
   * @param account Only events about jobs of this account count. Absent: all events count, since they belong to one account.
   */
  areTrusted: (type: string, account?: string): Promise<boolean> =>
    db.transaction(null, function* ({ now }) {
      const lastReceived = yield* timeOf(receivedKey(undefined, account));
      if (lastReceived <= now - rememberedMs) return false;
      if (lastReceived < (yield* timeOf(missedKey(undefined, account)))) return false;
      return (yield* timeOf(receivedKey(type, account))) >= (yield* timeOf(missedKey(type, account)));
    }),

  /** Records that a poll found a completion that an event of the type had not reported. */
  missed: (type: string, account?: string): Promise<void> =>
    db.transaction('deliveries', function* ({ now }) {
      yield* setTime(missedKey(type, account), now);
      // A type that was never received may not be part of the subscription, which says nothing about the others.
      if ((yield* timeOf(receivedKey(type, account))) > 0) yield* setTime(missedKey(undefined, account), now);
    }),

  /** Keeps the secret with which the callback of a batch is signed, for the account whose entry started it. */
  async keepCallbackSecret(entry: string, batch: string, secret: string): Promise<void> {
    await db.transaction(null, function* ({ now }) {
      yield* run(sql`DELETE FROM batch_secrets WHERE at <= ${now - secretKeptMs}`);
      yield* run(sql`INSERT INTO batch_secrets (account, batch, secret, at)
        SELECT account, ${batch}, ${secret}, ${now} FROM entries WHERE id = ${entry}
        ON CONFLICT (account, batch) DO UPDATE SET secret = excluded.secret, at = excluded.at`);
    });
  },

  /** The secrets of a batch of that id: one for each account that has one. */
  callbackSecrets: (batch: string): Promise<readonly { readonly account: string; readonly secret: string }[]> =>
    db.transaction(null, () =>
      rows<{ account: string; secret: string }>(
        sql`SELECT account, secret FROM batch_secrets WHERE batch = ${batch} ORDER BY account`,
      ),
    ),

  /** Counts a callback of the batch. False if the maximum that the platform sends has already been received. */
  countCallback: (account: string, batch: string): Promise<boolean> =>
    db.transaction(null, () =>
      hasEffect(sql`UPDATE batch_secrets SET callbacks = callbacks + 1
        WHERE account = ${account} AND batch = ${batch} AND callbacks < ${maxCallbacks}`),
    ),
});

interface Candidate {
  readonly id: string;
  readonly account: string;
  readonly state: string;
  readonly arguments: string;
  readonly watch: string | null;
}

/**
 * Keys in `meta` for the last time that an event was received or missed: any event or those of one type, about any job or
 * those of one account.
 */
const receivedKey = (type?: string, account?: string): string => keyOf('events_received', type, account);
const missedKey = (type?: string, account?: string): string => keyOf('events_missed', type, account);

const keyOf = (...parts: readonly (string | undefined)[]): string => parts.join(':');

const setTime = (key: string, at: number): Steps<number> =>
  run(
    sql`INSERT INTO meta (key, value) VALUES (${key}, ${String(at)}) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );

function* timeOf(key: string): Steps<number> {
  const record = yield* row<{ value: string }>(sql`SELECT value FROM meta WHERE key = ${key}`);
  return Number(record?.value ?? 0);
}

/** Whether a JSON value contains one of the ids. */
function holdsOneOf(value: unknown, ids: readonly string[]): boolean {
  if (typeof value === 'number' || typeof value === 'string') return ids.includes(String(value));
  return Object.values(value ?? {}).some((one) => holdsOneOf(one, ids));
}
