import type { Documents, StoredDocument } from '../documents.ts';
import { type Database, type Row, row, rows, run, type Steps } from './database.ts';
import { numberOrNull } from './row-values.ts';

/** How many documents of an owner are listed, the newest first. */
const maxListed = 100;

/** The documents over any engine. */
export const sqlDocuments = (db: Database): Documents => ({
  put: (kind, id, payload, { expiresAt, grant, uid, owner }) =>
    db.transaction(null, function* ({ now }): Steps<void> {
      yield* run('DELETE FROM oauth_documents WHERE expires_at <= ?', now);
      yield* run(
        `INSERT INTO oauth_documents (kind, id, payload, grant_id, uid, owner, kept_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
           owner = excluded.owner, expires_at = excluded.expires_at`,
        kind,
        id,
        payload,
        grant ?? null,
        uid ?? null,
        owner ?? null,
        now,
        expiresAt,
      );
    }),
  find: (kind, id) => db.transaction(null, ({ now }) => unexpired(kind, 'id', id, now)),
  findByUid: (kind, uid) => db.transaction(null, ({ now }) => unexpired(kind, 'uid', uid, now)),
  list: (kind, owner) =>
    db.transaction(null, function* ({ now }) {
      const documentRows = yield* rows(
        `SELECT payload, consumed_at FROM oauth_documents WHERE kind = ? AND owner = ? AND (expires_at IS NULL OR expires_at > ?)
         ORDER BY kept_at DESC LIMIT ${maxListed}`,
        kind,
        owner,
        now,
      );
      return documentRows.map(toDocument);
    }),
  listGrant: (grant) =>
    db.transaction(null, function* ({ now }) {
      const documentRows = yield* rows(
        `SELECT kind, id, payload, consumed_at FROM oauth_documents
         WHERE grant_id = ? AND consumed_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`,
        grant,
        now,
      );
      return documentRows.map((one) => ({ ...toDocument(one), kind: String(one['kind']), id: String(one['id']) }));
    }),
  replace: async (kind, id, former, payload) => {
    await db.transaction(null, () =>
      run(
        'UPDATE oauth_documents SET payload = ? WHERE kind = ? AND id = ? AND payload = ?',
        payload,
        kind,
        id,
        former,
      ),
    );
  },
  consume: async (kind, id) => {
    const changes = await db.transaction(null, ({ now }) =>
      run(
        'UPDATE oauth_documents SET consumed_at = ? WHERE kind = ? AND id = ? AND consumed_at IS NULL',
        now,
        kind,
        id,
      ),
    );
    return changes > 0;
  },
  increment: (kind, id, ms) =>
    db.transaction(`count ${kind} ${id}`, function* ({ now }) {
      const document = yield* unexpired(kind, 'id', id, now);
      const count = Number(document?.payload ?? 0) + 1;
      yield* run('DELETE FROM oauth_documents WHERE kind = ? AND id = ?', kind, id);
      yield* run(
        'INSERT INTO oauth_documents (kind, id, payload, kept_at, expires_at) VALUES (?, ?, ?, ?, ?)',
        kind,
        id,
        String(count),
        now,
        now + ms,
      );
      return count;
    }),
  keepUntil: async (kind, id, expiresAt) => {
    await db.transaction(null, () =>
      run('UPDATE oauth_documents SET expires_at = ? WHERE kind = ? AND id = ?', expiresAt, kind, id),
    );
  },
  remove: async (kind, id) => {
    await db.transaction(null, () => run('DELETE FROM oauth_documents WHERE kind = ? AND id = ?', kind, id));
  },
  take: (kind, id) =>
    db.transaction(null, function* ({ now }) {
      const document = yield* row('DELETE FROM oauth_documents WHERE kind = ? AND id = ? RETURNING *', kind, id);
      const isCurrent = document && (document['expires_at'] === null || Number(document['expires_at']) > now);
      return isCurrent ? toDocument(document) : undefined;
    }),
  removeGrant: async (grant) => {
    await db.transaction(null, () => run('DELETE FROM oauth_documents WHERE grant_id = ?', grant));
  },
});

/** The document of that id or `uid`, unless it has expired. */
function* unexpired(kind: string, column: 'id' | 'uid', key: string, now: number): Steps<StoredDocument | undefined> {
  const document = yield* row(
    `SELECT payload, consumed_at FROM oauth_documents WHERE kind = ? AND ${column} = ? AND (expires_at IS NULL OR expires_at > ?)`,
    kind,
    key,
    now,
  );
  return document && toDocument(document);
}

const toDocument = ({ payload, consumed_at: consumedAt }: Row): StoredDocument => ({
  payload: String(payload),
  consumedAt: numberOrNull(consumedAt),
});
