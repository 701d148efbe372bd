import { type Database, hasEffect, type Query, raw, row, rows, run, sql, type Steps } from './sql/database.ts';

/** A document as it is stored. The caller encrypts `payload` if needed. */
export interface StoredDocument {
  readonly payload: string;
  /** The time in epoch milliseconds at which a one-time code or token was used; null: not yet. */
  readonly consumedAt: number | null;
}

/** Further keys that a document is looked up by, and how long it is kept. */
export interface DocumentKeys {
  /** Epoch milliseconds; null: kept until it is removed. */
  readonly expiresAt: number | null;
  readonly grant?: string | undefined;
  readonly uid?: string | undefined;
  readonly owner?: string | undefined;
}

export type Documents = ReturnType<typeof createDocuments>;

/** Maximum documents of an owner that are listed, the newest first. */
const maxListed = 100;

/**
 * Documents that the server keeps between requests: clients, sessions, grants, codes and tokens of sign-ins, and open
 * questions. Expired documents are not found.
 */
export const createDocuments = (db: Database) => ({
  async put(kind: string, id: string, payload: string, keys: DocumentKeys): Promise<void> {
    await db.transaction(null, function* ({ now }) {
      yield* run(sql`DELETE FROM oauth_documents WHERE expires_at <= ${now}`);
      yield* run(sql`${insertion(kind, id, payload, keys, now)}
        ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
          owner = excluded.owner, expires_at = excluded.expires_at`);
    });
  },

  /** Stores a document unless there already is one, and resolves with the stored one. */
  putFirst: (kind: string, id: string, payload: string, keys: DocumentKeys): Promise<StoredDocument | undefined> =>
    db.transaction(null, function* ({ now }) {
      yield* run(sql`${insertion(kind, id, payload, keys, now)} ON CONFLICT (kind, id) DO NOTHING`);
      return yield* unexpired(kind, id, now);
    }),

  find: (kind: string, id: string): Promise<StoredDocument | undefined> =>
    db.transaction(null, ({ now }) => unexpired(kind, id, now)),

  findByUid: (kind: string, uid: string): Promise<StoredDocument | undefined> =>
    db.transaction(null, ({ now }) =>
      row<StoredDocument>(sql`SELECT ${document} WHERE kind = ${kind} AND uid = ${uid} AND ${isUnexpired(now)}`),
    ),

  /** The documents of one owner, newest first. */
  list: (kind: string, owner: string): Promise<readonly StoredDocument[]> =>
    db.transaction(null, ({ now }) =>
      rows<StoredDocument>(sql`SELECT ${document} WHERE kind = ${kind} AND owner = ${owner} AND ${isUnexpired(now)}
        ORDER BY kept_at DESC LIMIT ${maxListed}`),
    ),

  /** Marks a document as used. True if it was there and unused: of several simultaneous calls, one gets true. */
  consume: (kind: string, id: string): Promise<boolean> =>
    db.transaction(null, ({ now }) =>
      hasEffect(sql`UPDATE oauth_documents SET consumed_at = ${now} WHERE ${isOf(kind, id)} AND consumed_at IS NULL`),
    ),

  async remove(kind: string, id: string): Promise<void> {
    await db.transaction(null, () => remove(kind, id));
  },

  /** Removes a document and resolves with it: of several simultaneous calls, one gets it. */
  take: (kind: string, id: string): Promise<StoredDocument | undefined> =>
    db.transaction(null, ({ now }) =>
      row<StoredDocument>(sql`DELETE FROM oauth_documents WHERE ${isOf(kind, id)} AND ${isUnexpired(now)}
        RETURNING payload, consumed_at AS "consumedAt"`),
    ),

  /** Removes everything issued under a grant, and the grant itself. */
  async removeGrant(grant: string): Promise<void> {
    await db.transaction(null, () => run(sql`DELETE FROM oauth_documents WHERE grant_id = ${grant}`));
  },
});

const insertion = (
  kind: string,
  id: string,
  payload: string,
  { expiresAt, grant, uid, owner }: DocumentKeys,
  now: number,
): Query => sql`INSERT INTO oauth_documents (kind, id, payload, grant_id, uid, owner, kept_at, expires_at)
  VALUES (${kind}, ${id}, ${payload}, ${grant}, ${uid}, ${owner}, ${now}, ${expiresAt})`;

const document = raw('payload, consumed_at AS "consumedAt" FROM oauth_documents');

const isOf = (kind: string, id: string): Query => sql`kind = ${kind} AND id = ${id}`;

const isUnexpired = (now: number): Query => sql`(expires_at IS NULL OR expires_at > ${now})`;

const unexpired = (kind: string, id: string, now: number): Steps<StoredDocument | undefined> =>
  row(sql`SELECT ${document} WHERE ${isOf(kind, id)} AND ${isUnexpired(now)}`);

const remove = (kind: string, id: string): Steps<number> =>
  run(sql`DELETE FROM oauth_documents WHERE ${isOf(kind, id)}`);
