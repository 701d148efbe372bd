import { randomUUID } from 'node:crypto';
import { type Database, hasEffect, only, type Query, row, run, sql, type Steps } from './sql/database.ts';

/** A file that is kept for its caller for a day. */
export interface SavedFile {
  readonly id: string;
  /** File name for a person, with an extension. */
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface NewFile extends Omit<SavedFile, 'expiresAt'> {
  readonly body: Uint8Array;
  /** Kept even beyond the bounds, since it was paid for, and the platform does not deliver it again. */
  readonly isPaid: boolean;
}

/** Maximum files and bytes that one caller may keep. Paid files count, but are never refused. */
export const savedBounds = {
  files: 100,
  bytes: 64 * 1024 * 1024,
  keptMs: 24 * 3_600_000,
} as const;

export type SavedFiles = ReturnType<typeof createSavedFiles>;

/** Bytes that one transaction writes or reads, so that a large file delays neither this process nor others. */
const partBytes = 256 * 1024;

/** Milliseconds that writing a file may take. Parts that belong to no file are dropped after that. */
const writingMs = 600_000;

/** Files of callers, shared by all processes. A caller finds only files of its own that have not expired. */
export const createSavedFiles = (db: Database) => ({
  /**
   * Stores a file. If its id already exists, only its day starts again. @returns undefined if the caller has
   * the maximum number of files or bytes
   */
  async put(account: string, { body, isPaid, ...file }: NewFile, owner: string = ''): Promise<SavedFile | undefined> {
    const bodyId = randomUUID();
    /** Extends the time of an existing file; otherwise records the file once its bytes are written. */
    const keep = (isWritten: boolean): Promise<SavedFile | 'full' | 'unwritten'> =>
      db.transaction('saved', function* ({ now }): Steps<SavedFile | 'full' | 'unwritten'> {
        yield* dropExpired(now);
        const expiresAt = now + savedBounds.keptMs;
        const extended = sql`UPDATE saved_files SET expires_at = ${expiresAt} WHERE ${isOf(account, owner, file.id)}`;
        if (yield* hasEffect(extended)) return { ...file, expiresAt };
        if (!isPaid && !(yield* hasRoom(account, owner, file.size))) return 'full';
        if (!isWritten) return 'unwritten';
        yield* run(sql`INSERT INTO saved_files (account, owner, id, name, mime, size, body, expires_at)
          VALUES (${account}, ${owner}, ${file.id}, ${file.name}, ${file.mime}, ${file.size}, ${bodyId}, ${expiresAt})`);
        return { ...file, expiresAt };
      });

    let outcome = await keep(false);
    if (outcome === 'unwritten') {
      for (let part = 0; part * partBytes < body.byteLength; part++) {
        const bytes = body.subarray(part * partBytes, (part + 1) * partBytes);
        await db.transaction(null, ({ now }) =>
          run(
            sql`INSERT INTO saved_parts (body, part, bytes, written_at) VALUES (${bodyId}, ${part}, ${bytes}, ${now})`,
          ),
        );
      }
      outcome = await keep(true);
    }
    return typeof outcome === 'string' ? undefined : outcome;
  },

  /** Undefined: there is no file with that id for this caller. */
  async read(
    account: string,
    id: string,
    owner: string = '',
  ): Promise<(SavedFile & { readonly body: Uint8Array }) | undefined> {
    const file = await db.transaction(null, ({ now }) =>
      row<
        SavedFile & { body: string }
      >(sql`SELECT id, name, mime, size, body, expires_at AS "expiresAt" FROM saved_files
        WHERE ${isOf(account, owner, id)} AND expires_at > ${now}`),
    );
    if (!file) return undefined;
    const pieces: Uint8Array[] = [];
    for (let part = 0; part * partBytes < file.size; part++) {
      const piece = await db.transaction(null, () =>
        row<{ bytes: Uint8Array }>(sql`SELECT bytes FROM saved_parts WHERE body = ${file.body} AND part = ${part}`),
      );
      if (!piece) return undefined;
      pieces.push(piece.bytes);
    }
    return { ...file, body: Buffer.concat(pieces) };
  },

  /** Whether the caller may keep another file. */
  hasRoom: (account: string, owner: string = ''): Promise<boolean> =>
    db.transaction('saved', function* ({ now }) {
      yield* dropExpired(now);
      return yield* hasRoom(account, owner, 1);
    }),

  /** Drops expired files of all callers. */
  async clean(): Promise<void> {
    await db.transaction('saved', ({ now }) => dropExpired(now));
  },
});

const isOf = (account: string, owner: string, id: string): Query =>
  sql`account = ${account} AND owner = ${owner} AND id = ${id}`;

/** Whether the caller may keep another file of that size. */
function* hasRoom(account: string, owner: string, size: number): Steps<boolean> {
  const kept = yield* only<{ files: number; bytes: number }>(
    sql`SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM saved_files
      WHERE account = ${account} AND owner = ${owner}`,
  );
  return kept.files < savedBounds.files && kept.bytes + size <= savedBounds.bytes;
}

function* dropExpired(now: number): Steps<void> {
  yield* run(sql`DELETE FROM saved_files WHERE expires_at <= ${now}`);
  yield* run(sql`DELETE FROM saved_parts WHERE written_at <= ${now - writingMs}
    AND body NOT IN (SELECT body FROM saved_files)`);
}
