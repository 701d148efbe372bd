import type { Events } from '../events.ts';
import { type Database, row, rows, run, type Steps } from './database.ts';
import { dueByEvent } from './update-entry.ts';

/** Milliseconds for which deliveries are remembered, and for which callback secrets are kept: the last callback comes within hours. */
const rememberedMs = 24 * 3_600_000;
const secretKeptMs = 7 * 86_400_000;

/** Callbacks of a batch that count: the platform makes five attempts (contract 3, "Callbacks"). */
const maxCallbacks = 5;

/** Entries looked at for one event; more jobs of one operation are never under way at a time. */
const maxCandidates = 1_000;

/** The deliveries over any engine, without the notification of waiters. */
export const sqlEvents = (db: Database): Events => ({
  seen: (delivery) =>
    db.transaction(null, function* ({ now }) {
      const delivered = yield* row(
        'SELECT 1 AS one FROM deliveries WHERE id = ? AND at > ?',
        delivery,
        now - rememberedMs,
      );
      return delivered !== undefined;
    }),

  remember: async (delivery, type) => {
    await db.transaction('deliveries', function* ({ now }): Steps<void> {
      yield* run('DELETE FROM deliveries WHERE at <= ?', now - rememberedMs);
      yield* run(
        'INSERT INTO deliveries (id, at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
        delivery,
        now,
      );
      yield* setTime(receivedKey(), now);
      if (type !== undefined) yield* setTime(receivedKey(type), now);
    });
  },

  announce: (operations, ids, { type, account } = {}) =>
    db.transaction(null, function* ({ now }): Steps<readonly string[]> {
      if (operations.length === 0) return [];
      const candidates = yield* rows(
        `SELECT id, account, state, arguments, watch FROM entries
         WHERE state IN ('starting', 'running', 'needs_you') AND operation IN (${operations.map(() => '?').join(', ')})
         AND (CAST(? AS TEXT) IS NULL OR account = ?) LIMIT ${maxCandidates}`,
        ...operations,
        account ?? null,
        account ?? null,
      );
      const about = candidates.filter(({ arguments: given, watch }) =>
        [given, watch].some((json) => holdsOneOf(JSON.parse(String(json)), ids)),
      );
      const matching = about.length > 0 ? about : candidates;
      // It is not known yet what a job is about whose start is not answered.
      const affected =
        type === undefined ? about : candidates.filter((one) => one['state'] === 'starting' || matching.includes(one));
      const announced = affected.map(({ id }) => String(id));
      for (const id of announced)
        yield* run(
          `UPDATE entries SET next_poll = ${dueByEvent}, told = 1 WHERE id = ? AND state IN ('starting', 'running', 'needs_you')`,
          id,
        );
      if (type === undefined) return announced;
      // Sorted, so that concurrent events take the rows in the same order.
      const accounts = [...new Set(matching.map((one) => String(one['account'])))].sort();
      if (about.length === 0 && accounts.length > 1) return announced;
      for (const one of accounts) {
        yield* setTime(receivedKey(undefined, one), now);
        yield* setTime(receivedKey(type, one), now);
      }
      return announced;
    }),

  isStarting: (operations) =>
    db.transaction(null, function* () {
      const starting = yield* row(
        `SELECT 1 AS one FROM entries WHERE state = 'starting' AND operation IN (${operations.map(() => '?').join(', ')}) LIMIT 1`,
        ...operations,
      );
      return starting !== undefined;
    }),

  areTrusted: (type, account) =>
    db.transaction(null, function* ({ now }) {
      const lastReceived = yield* timeOf(receivedKey(undefined, account));
      if (lastReceived <= now - rememberedMs) return false;
      if (lastReceived < (yield* timeOf(missedKey(undefined, account)))) return false;
      const missedOfType = yield* timeOf(missedKey(type, account));
      return missedOfType === 0 || (yield* timeOf(receivedKey(type, account))) >= missedOfType;
    }),

  missed: (type, account) =>
    db.transaction('deliveries', function* ({ now }) {
      yield* setTime(missedKey(type, account), now);
      // A type that has never come may not be in the subscription: that says nothing about the others.
      if ((yield* timeOf(receivedKey(type, account))) > 0) yield* setTime(missedKey(undefined, account), now);
    }),

  keepCallbackSecret: async (entry, batch, secret) => {
    await db.transaction(null, function* ({ now }): Steps<void> {
      yield* run('DELETE FROM batch_secrets WHERE at <= ?', now - secretKeptMs);
      const starter = yield* row('SELECT account FROM entries WHERE id = ?', entry);
      if (!starter) return;
      yield* run(
        `INSERT INTO batch_secrets (account, batch, secret, at) VALUES (?, ?, ?, ?)
         ON CONFLICT (account, batch) DO UPDATE SET secret = excluded.secret, at = excluded.at`,
        String(starter['account']),
        batch,
        secret,
        now,
      );
    });
  },

  callbackSecrets: (batch) =>
    db.transaction(null, function* () {
      const secretRows = yield* rows(
        'SELECT account, secret FROM batch_secrets WHERE batch = ? ORDER BY account',
        batch,
      );
      return secretRows.map(({ account, secret }) => ({ account: String(account), secret: String(secret) }));
    }),

  countCallback: (account, batch) =>
    db.transaction(null, function* () {
      const changed = yield* run(
        'UPDATE batch_secrets SET callbacks = callbacks + 1 WHERE account = ? AND batch = ? AND callbacks < ?',
        account,
        batch,
        maxCallbacks,
      );
      return changed === 1;
    }),
});

/** Keys in `meta` of the times at which an event last came or was last missed: any event or those of a type, about any job or those of an account. */
const receivedKey = (type?: string, account?: string): string => keyOf('events_received', type, account);
const missedKey = (type?: string, account?: string): string => keyOf('events_missed', type, account);

const keyOf = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(':');

function* setTime(key: string, at: number): Steps<void> {
  yield* run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    String(at),
  );
}

function* timeOf(key: string): Steps<number> {
  const record = yield* row('SELECT value FROM meta WHERE key = ?', key);
  return Number(record?.['value'] ?? 0);
}

/** Whether one of the ids is somewhere in a JSON value. */
function holdsOneOf(value: unknown, ids: readonly string[]): boolean {
  if (typeof value === 'number' || typeof value === 'string') return ids.includes(String(value));
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => holdsOneOf(one, ids));
}
