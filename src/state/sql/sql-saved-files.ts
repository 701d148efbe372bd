import { savedBounds, type NewFile, type SavedFile, type SavedFiles } from '../saved-files.ts';
import { type Database, type Row, row, run, type Steps } from './database.ts';

/** Bytes of a file in one row, each written in a transaction of its own, so that other processes can write in between. A multiple of 3, for Base64. */
const partBytes = 192 * 1024;

/** Milliseconds that writing a file may take. A file that a process left half written is dropped after that. */
const writingMs = 600_000;

/** The saved files over any engine. Bodies are text in Base64, which both keep alike. */
export const sqlSavedFiles = (db: Database): SavedFiles => {
  const clean = (): Promise<void> => db.transaction('saved', ({ now }) => dropExpired(now));

  async function put(account: string, { body, isPaid, ...file }: NewFile, owner = ''): Promise<SavedFile | undefined> {
    const key = [account, owner, file.id] as const;
    const begun = await db.transaction('saved', ({ now }) => begin(now));
    if (begun !== 'begun') return begun === 'full' ? undefined : { ...file, expiresAt: begun };
    for (let part = 0; part * partBytes < body.byteLength; part++) {
      const piece = body.subarray(part * partBytes, (part + 1) * partBytes);
      const text = base64(piece);
      await db.transaction(null, () =>
        run(
          'INSERT INTO saved_parts (account, owner, id, part, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (account, owner, id, part) DO UPDATE SET body = excluded.body',
          ...key,
          part,
          text,
        ),
      );
    }
    const expiresAt = await db.transaction(null, function* ({ now }): Steps<number> {
      const until = now + savedBounds.keptMs;
      yield* run(
        'UPDATE saved_files SET expires_at = ?, is_whole = 1 WHERE account = ? AND owner = ? AND id = ?',
        until,
        ...key,
      );
      return until;
    });
    return { ...file, expiresAt };

    /** Reserves room for the file; where the file is there already, resolves with its new expiry. */
    function* begin(now: number): Steps<'begun' | 'full' | number> {
      yield* dropExpired(now);
      const until = now + savedBounds.keptMs;
      const renewedRows = yield* run(
        'UPDATE saved_files SET expires_at = ? WHERE account = ? AND owner = ? AND id = ? AND is_whole = 1',
        until,
        ...key,
      );
      if (renewedRows > 0) return until;
      const usage = yield* row(
        'SELECT count(*) AS files, COALESCE(SUM(size), 0) AS bytes FROM saved_files WHERE account = ? AND owner = ? AND id <> ?',
        ...key,
      );
      const isFull =
        Number(usage?.['files']) >= savedBounds.files || Number(usage?.['bytes']) + file.size > savedBounds.bytes;
      if (isFull && !isPaid) return 'full';
      yield* run(
        `INSERT INTO saved_files (account, owner, id, name, mime, size, is_whole, expires_at) VALUES (?, ?, ?, ?, ?, ?, 0, ?)
         ON CONFLICT (account, owner, id) DO UPDATE SET expires_at = excluded.expires_at`,
        ...key,
        file.name,
        file.mime,
        file.size,
        now + writingMs,
      );
      return 'begun';
    }
  }

  async function read(account: string, id: string, owner = '') {
    const key = [account, owner, id] as const;
    const fileRow = await db.transaction(null, ({ now }) =>
      row(
        'SELECT * FROM saved_files WHERE account = ? AND owner = ? AND id = ? AND is_whole = 1 AND expires_at > ?',
        ...key,
        now,
      ),
    );
    if (!fileRow) return undefined;
    const file = toFile(fileRow);
    const pieces: Buffer[] = [];
    for (let part = 0; part * partBytes < file.size; part++) {
      const piece = await db.transaction(null, () =>
        row('SELECT body FROM saved_parts WHERE account = ? AND owner = ? AND id = ? AND part = ?', ...key, part),
      );
      if (!piece) return undefined;
      pieces.push(Buffer.from(String(piece['body']), 'base64'));
    }
    return { ...file, body: Buffer.concat(pieces) };
  }

  async function addPart(account: string, id: string, part: number, body: Uint8Array, owner = ''): Promise<boolean> {
    const text = base64(body);
    return db.transaction('saved', ({ now }) => add(now));

    function* add(now: number): Steps<boolean> {
      yield* dropExpired(now);
      const key = [account, owner, id] as const;
      const used = yield* row(
        'SELECT count(*) AS files, COALESCE(SUM(size), 0) AS bytes, COALESCE(SUM(CASE WHEN id = ? THEN 1 ELSE 0 END), 0) AS begun FROM saved_files WHERE account = ? AND owner = ?',
        id,
        account,
        owner,
      );
      const files = Number(used?.['files']) + 1 - Number(used?.['begun']);
      if (files > savedBounds.files || Number(used?.['bytes']) + text.length > savedBounds.bytes) return false;
      const droppedRows = yield* run(
        'DELETE FROM saved_parts WHERE account = ? AND owner = ? AND id = ? AND part = ?',
        ...key,
        part,
      );
      yield* run(
        `INSERT INTO saved_files (account, owner, id, name, mime, size, is_whole, expires_at) VALUES (?, ?, ?, '', '', ?, 0, ?)
         ON CONFLICT (account, owner, id) DO UPDATE SET size = saved_files.size + excluded.size, expires_at = excluded.expires_at`,
        ...key,
        droppedRows > 0 ? 0 : text.length,
        now + savedBounds.partsKeptMs,
      );
      yield* run('INSERT INTO saved_parts (account, owner, id, part, body) VALUES (?, ?, ?, ?, ?)', ...key, part, text);
      return true;
    }
  }

  async function readPart(account: string, id: string, part: number, owner = ''): Promise<Uint8Array | undefined> {
    const partRow = await db.transaction(null, ({ now }) =>
      row(
        `SELECT p.body FROM saved_parts p JOIN saved_files f ON f.account = p.account AND f.owner = p.owner AND f.id = p.id
         WHERE p.account = ? AND p.owner = ? AND p.id = ? AND p.part = ? AND f.is_whole = 0 AND f.expires_at > ?`,
        account,
        owner,
        id,
        part,
        now,
      ),
    );
    return partRow && Buffer.from(String(partRow['body']), 'base64');
  }

  const dropParts = (account: string, id: string, owner = ''): Promise<void> =>
    db.transaction('saved', function* () {
      const ended = yield* run(
        'DELETE FROM saved_files WHERE account = ? AND owner = ? AND id = ? AND is_whole = 0',
        account,
        owner,
        id,
      );
      if (ended > 0)
        yield* run('DELETE FROM saved_parts WHERE account = ? AND owner = ? AND id = ?', account, owner, id);
    });

  return { put, read, addPart, readPart, dropParts, clean };
};

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function* dropExpired(now: number): Steps<void> {
  yield* run(
    `DELETE FROM saved_parts WHERE EXISTS (SELECT 1 FROM saved_files f WHERE f.expires_at <= ? AND f.account = saved_parts.account
       AND f.owner = saved_parts.owner AND f.id = saved_parts.id)`,
    now,
  );
  yield* run('DELETE FROM saved_files WHERE expires_at <= ?', now);
}

const toFile = ({ id, name, mime, size, expires_at }: Row): SavedFile => ({
  id: String(id),
  name: String(name),
  mime: String(mime),
  size: Number(size),
  expiresAt: Number(expires_at),
});
