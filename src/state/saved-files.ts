import { type Database, hasEffect, only, type Query, row, run, sql, type Steps } from './sql/database.ts';

/** A file that the platform gave, kept for its caller for a day. */
export interface SavedFile {
  readonly id: string;
  /** File name for a person, with an ending. */
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface NewFile extends Omit<SavedFile, 'expiresAt'> {
  readonly body: Uint8Array;
  /** Kept even beyond the bounds: it was paid for, and the platform does not deliver it again. */
  readonly isPaid: boolean;
}

/** Bounds of what one caller may keep at once. Files that were paid for count, and are never refused. */
export const savedBounds = {
  files: 100,
  bytes: 64 * 1024 * 1024,
  keptMs: 24 * 3_600_000,
} as const;

export type SavedFiles = ReturnType<typeof createSavedFiles>;

/** Bytes of a file in one row, each written in a transaction of its own, so that other processes can write in between. A multiple of 3, for Base64. */
const partBytes = 192 * 1024;

/** Milliseconds that writing a file may take. A file that a process left half written is dropped after that. */
const writingMs = 600_000;

/** Files of callers, shared by all processes. A caller finds only files of its own that have not expired. */
export const createSavedFiles = (db: Database) => ({
  /**
   * Keeps a file. A file whose id is there already is kept once, and for a day from now.
   * @returns undefined where the caller keeps as much as the bounds allow
   */
  async put(account: string, { body, isPaid, ...file }: NewFile, owner: string = ''): Promise<SavedFile | undefined> {
    const isFile = isOf(account, owner, file.id);
    // Reserves room for the file; where the file is there already, resolves with its new expiry.
    const outcome = await db.transaction('saved', function* ({ now }): Steps<'begun' | 'full' | number> {
      if (!isPaid) db.keepRoom?.();
      yield* dropExpired(now);
      const until = now + savedBounds.keptMs;
      if (yield* hasEffect(sql`UPDATE saved_files SET expires_at = ${until} WHERE ${isFile} AND is_whole = 1`))
        return until;
      if (!isPaid && !(yield* hasRoom(account, owner, file.id, file.size))) return 'full';
      yield* run(sql`INSERT INTO saved_files (account, owner, id, name, mime, size, is_whole, expires_at)
        VALUES (${account}, ${owner}, ${file.id}, ${file.name}, ${file.mime}, ${file.size}, 0, ${now + writingMs})
        ON CONFLICT (account, owner, id) DO UPDATE SET expires_at = excluded.expires_at`);
      return 'begun';
    });
    if (outcome !== 'begun') return outcome === 'full' ? undefined : { ...file, expiresAt: outcome };
    for (let part = 0; part * partBytes < body.byteLength; part++) {
      const text = base64(body.subarray(part * partBytes, (part + 1) * partBytes));
      await db.transaction(null, () => writePart(account, owner, file.id, part, text));
    }
    const expiresAt = await db.transaction(null, function* ({ now }) {
      const until = now + savedBounds.keptMs;
      yield* run(sql`UPDATE saved_files SET expires_at = ${until}, is_whole = 1 WHERE ${isFile}`);
      return until;
    });
    return { ...file, expiresAt };
  },

  /** Undefined: there is none of that id for this caller. */
  async read(
    account: string,
    id: string,
    owner: string = '',
  ): Promise<(SavedFile & { readonly body: Uint8Array }) | undefined> {
    const isFile = isOf(account, owner, id);
    const file = await db.transaction(null, ({ now }) =>
      row<SavedFile>(sql`SELECT id, name, mime, size, expires_at AS "expiresAt" FROM saved_files
        WHERE ${isFile} AND is_whole = 1 AND expires_at > ${now}`),
    );
    if (!file) return undefined;
    const pieces: Buffer[] = [];
    for (let part = 0; part * partBytes < file.size; part++) {
      const piece = await db.transaction(null, () =>
        row<{ body: string }>(sql`SELECT body FROM saved_parts WHERE ${isFile} AND part = ${part}`),
      );
      if (!piece) return undefined;
      pieces.push(Buffer.from(piece.body, 'base64'));
    }
    return { ...file, body: Buffer.concat(pieces) };
  },

  /** Whether the caller may keep another file. */
  hasRoom: (account: string, owner: string = ''): Promise<boolean> =>
    db.transaction('saved', function* ({ now }) {
      yield* dropExpired(now);
      return yield* hasRoom(account, owner, '', 1);
    }),

  /** Drops what has expired, of all callers. */
  async clean(): Promise<void> {
    await db.transaction('saved', ({ now }) => dropExpired(now));
  },
});

const isOf = (account: string, owner: string, id: string): Query =>
  sql`account = ${account} AND owner = ${owner} AND id = ${id}`;

/** Whether the caller may keep another file of that size. */
function* hasRoom(account: string, owner: string, id: string, size: number): Steps<boolean> {
  const others = yield* only<{ files: number; bytes: number }>(
    sql`SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM saved_files
      WHERE account = ${account} AND owner = ${owner} AND id <> ${id}`,
  );
  return others.files < savedBounds.files && others.bytes + size <= savedBounds.bytes;
}

const writePart = (account: string, owner: string, id: string, part: number, text: string): Steps<number> =>
  run(sql`INSERT INTO saved_parts (account, owner, id, part, body) VALUES (${account}, ${owner}, ${id}, ${part}, ${text})
    ON CONFLICT (account, owner, id, part) DO UPDATE SET body = excluded.body`);

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function* dropExpired(now: number): Steps<void> {
  yield* run(sql`DELETE FROM saved_parts WHERE EXISTS (SELECT 1 FROM saved_files f
    WHERE f.expires_at <= ${now} AND f.account = saved_parts.account AND f.owner = saved_parts.owner AND f.id = saved_parts.id)`);
  yield* run(sql`DELETE FROM saved_files WHERE expires_at <= ${now}`);
}
