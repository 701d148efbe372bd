import type { Events } from '../events.ts';
import { type Database, row, rows, run, type Steps } from './database.ts';

/** Milliseconds for which deliveries are remembered, and callback secrets kept: the last callback comes within hours. */
const rememberedMs = 24 * 3_600_000;
const secretKeptMs = 7 * 86_400_000;

/** Entries looked at for one event; more jobs of one operation are never under way at a time. */
const maxCandidates = 1_000;

/** The deliveries over any engine, without the notification of waiters. */
export const sqlEvents = (db: Database): Events => ({
  seen: (delivery) =>
    db.transaction(null, function* ({ now }) {
      const found = yield* row('SELECT 1 AS one FROM deliveries WHERE id = ? AND at > ?', delivery, now - rememberedMs);
      return found !== undefined;
    }),

  remember: async (delivery) => {
    await db.transaction('deliveries', function* ({ now }): Steps<void> {
      yield* run('DELETE FROM deliveries WHERE at <= ?', now - rememberedMs);
      yield* run(
        'INSERT INTO deliveries (id, at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
        delivery,
        now,
      );
      yield* mark('events_received', now);
    });
  },

  announce: (operations, ids) =>
    db.transaction(null, function* (): Steps<readonly string[]> {
      if (operations.length === 0) return [];
      const candidates = yield* rows(
        `SELECT id, state, arguments, watch FROM entries
         WHERE state IN ('starting', 'running', 'needs_you', 'unknown') AND state <> 'unknown'
           AND operation IN (${operations.map(() => '?').join(', ')}) LIMIT ${maxCandidates}`,
        ...operations,
      );
      const about = candidates.filter(
        ({ state, arguments: given, watch }) =>
          // What it is about is not known before its start is answered.
          state === 'starting' || [given, watch].some((json) => holdsOneOf(JSON.parse(String(json)), ids)),
      );
      const announced = (about.length > 0 ? about : candidates).map(({ id }) => String(id));
      for (const id of announced)
        yield* run(
          "UPDATE entries SET next_poll = 0, told = 1 WHERE id = ? AND state IN ('starting', 'running', 'needs_you')",
          id,
        );
      return announced;
    }),

  areTrusted: () =>
    db.transaction(null, function* ({ now }) {
      const [received, missed] = [yield* marked('events_received'), yield* marked('events_missed')];
      return received > now - rememberedMs && received > missed;
    }),

  missed: () => db.transaction(null, ({ now }) => mark('events_missed', now)),

  keepCallbackSecret: async (batch, secret) => {
    await db.transaction(null, function* ({ now }): Steps<void> {
      yield* run('DELETE FROM callback_secrets WHERE at <= ?', now - secretKeptMs);
      yield* run(
        'INSERT INTO callback_secrets (batch, secret, at) VALUES (?, ?, ?) ON CONFLICT (batch) DO UPDATE SET secret = excluded.secret, at = excluded.at',
        batch,
        secret,
        now,
      );
    });
  },

  callbackSecret: (batch) =>
    db.transaction(null, function* () {
      const found = yield* row('SELECT secret FROM callback_secrets WHERE batch = ?', batch);
      return found && String(found['secret']);
    }),
});

function* mark(key: string, at: number): Steps<void> {
  yield* run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    String(at),
  );
}

function* marked(key: string): Steps<number> {
  const found = yield* row('SELECT value FROM meta WHERE key = ?', key);
  return Number(found?.['value'] ?? 0);
}

/** Whether a value somewhere in a document is one of the ids. */
function holdsOneOf(value: unknown, ids: readonly string[]): boolean {
  if (typeof value === 'number' || typeof value === 'string') return ids.includes(String(value));
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => holdsOneOf(one, ids));
}
