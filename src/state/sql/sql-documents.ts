import type { Documents, StoredDocument } from '../documents.ts';
import { type Database, hasEffect, type Query, raw, row, rows, run, sql, type Steps } from './database.ts';

/** How many documents of an owner are listed, the newest first. */
const maxListed = 100;

/** The documents over any engine. */
export const sqlDocuments = (db: Database): Documents => ({
  async put(kind, id, payload, { expiresAt, grant, uid, owner }) {
    await db.transaction(null, function* ({ now }) {
      yield* run(sql`DELETE FROM oauth_documents WHERE expires_at <= ${now}`);
      yield* run(sql`INSERT INTO oauth_documents (kind, id, payload, grant_id, uid, owner, kept_at, expires_at)
        VALUES (${kind}, ${id}, ${payload}, ${grant}, ${uid}, ${owner}, ${now}, ${expiresAt})
        ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
          owner = excluded.owner, expires_at = excluded.expires_at`);
    });
  },

  putFirst: (kind, id, payload, { expiresAt, grant, uid, owner }) =>
    db.transaction(null, function* ({ now }) {
      yield* run(sql`INSERT INTO oauth_documents (kind, id, payload, grant_id, uid, owner, kept_at, expires_at)
        VALUES (${kind}, ${id}, ${payload}, ${grant}, ${uid}, ${owner}, ${now}, ${expiresAt})
        ON CONFLICT (kind, id) DO NOTHING`);
      return yield* unexpired(kind, id, now);
    }),

  find: (kind, id) => db.transaction(null, ({ now }) => unexpired(kind, id, now)),

  findByUid: (kind, uid) =>
    db.transaction(null, ({ now }) =>
      row<StoredDocument>(sql`SELECT ${document} WHERE kind = ${kind} AND uid = ${uid} AND ${isUnexpired(now)}`),
    ),

  list: (kind, owner) =>
    db.transaction(null, ({ now }) =>
      rows<StoredDocument>(sql`SELECT ${document} WHERE kind = ${kind} AND owner = ${owner} AND ${isUnexpired(now)}
        ORDER BY kept_at DESC LIMIT ${maxListed}`),
    ),

  listGrant: (grant) =>
    db.transaction(null, ({ now }) =>
      rows<StoredDocument & { kind: string; id: string }>(
        sql`SELECT kind, id, ${document} WHERE grant_id = ${grant} AND consumed_at IS NULL AND ${isUnexpired(now)}`,
      ),
    ),

  async replace(kind, id, former, payload) {
    await db.transaction(null, () =>
      run(sql`UPDATE oauth_documents SET payload = ${payload} WHERE ${isOf(kind, id)} AND payload = ${former}`),
    );
  },

  consume: (kind, id) =>
    db.transaction(null, ({ now }) =>
      hasEffect(sql`UPDATE oauth_documents SET consumed_at = ${now} WHERE ${isOf(kind, id)} AND consumed_at IS NULL`),
    ),

  increment: (kind, id, ms) =>
    db.transaction(`count ${kind} ${id}`, function* ({ now }) {
      const count = Number((yield* unexpired(kind, id, now))?.payload ?? 0) + 1;
      yield* remove(kind, id);
      yield* run(sql`INSERT INTO oauth_documents (kind, id, payload, kept_at, expires_at)
        VALUES (${kind}, ${id}, ${String(count)}, ${now}, ${now + ms})`);
      return count;
    }),

  async keepUntil(kind, id, expiresAt) {
    await db.transaction(null, () =>
      run(sql`UPDATE oauth_documents SET expires_at = ${expiresAt} WHERE ${isOf(kind, id)}`),
    );
  },

  async remove(kind, id) {
    await db.transaction(null, () => remove(kind, id));
  },

  take: (kind, id) =>
    db.transaction(null, function* ({ now }) {
      const removed = yield* row<StoredDocument & { expiresAt: number | null }>(
        sql`DELETE FROM oauth_documents WHERE ${isOf(kind, id)} RETURNING payload, consumed_at AS "consumedAt", expires_at AS "expiresAt"`,
      );
      if (!removed) return undefined;
      const { expiresAt, ...taken } = removed;
      return expiresAt === null || expiresAt > now ? taken : undefined;
    }),

  async removeGrant(grant) {
    await db.transaction(null, () => run(sql`DELETE FROM oauth_documents WHERE grant_id = ${grant}`));
  },
});

const document = raw('payload, consumed_at AS "consumedAt" FROM oauth_documents');

const isOf = (kind: string, id: string): Query => sql`kind = ${kind} AND id = ${id}`;

const isUnexpired = (now: number): Query => sql`(expires_at IS NULL OR expires_at > ${now})`;

const unexpired = (kind: string, id: string, now: number): Steps<StoredDocument | undefined> =>
  row(sql`SELECT ${document} WHERE ${isOf(kind, id)} AND ${isUnexpired(now)}`);

const remove = (kind: string, id: string): Steps<number> =>
  run(sql`DELETE FROM oauth_documents WHERE ${isOf(kind, id)}`);
