import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { numbered, type Id, type Kind, type ParentId, type Row } from './documents.ts';

/** Which documents to list. Without `trashed`, only live ones. */
interface Selection<I extends Id> {
  readonly team?: number | undefined;
  readonly parent?: ParentId<I> | undefined;
  readonly trashed?: boolean | undefined;
}

/**
 * One table of JSON documents by kind and id. Only the sandbox writes to it, so a stored body has the type of its kind.
 * Within a transaction, repeated reads of a document return the same object, and its changes are written at the end.
 */
export interface Store {
  readonly database: DatabaseSync;
  /** Stores a new document; without an id it gets the next number of its kind's range. */
  add<T extends object, I extends Id>(
    kind: Kind<T, I>,
    row: {
      team: number;
      parent?: NoInfer<ParentId<I>> | null | undefined;
      id?: NoInfer<I> | undefined;
      at: number;
      body: T;
    },
  ): Row<T, I>;
  /** The document of that kind and id. An id of another type, such as a text for a numbered kind, finds nothing. */
  get<T extends object, I extends Id>(kind: Kind<T, I>, id: Id): Row<T, I> | undefined;
  remove(row: Row<object, Id>): void;
  /** Removes everything that belongs to a numbered document; no two kinds share an id. */
  removeParts(row: Row<object>): void;
  /** Newest first. */
  all<T extends object, I extends Id>(kind: Kind<T, I>, selection?: Selection<NoInfer<I>>): Row<T, I>[];
  /** Runs `work` as one transaction. Changes of documents that were read outside of it are not stored. */
  atomically<R>(work: () => R): R;
  /** The next number of a sequence, from 1. */
  next(sequence: string): number;
  /** A value stored next to the documents. */
  readSetting(name: string): unknown;
  writeSetting(name: string, value: unknown): void;
  close(): void;
}

/**
 * Milliseconds that a process waits for another one's write. Most end within one request, but filling a new store may take
 * seconds on a busy machine.
 */
const lockMs = 30_000;

/** Opens the store in `file`, or in memory. Opening an existing file does not change its content, but restricts it to its owner. */
export function openStore(file = ':memory:'): Store {
  if (file !== ':memory:') keepPrivate(file);
  const database = new DatabaseSync(file, { timeout: lockMs });
  try {
    useWriteAheadLog(database);
    database.exec(schema);
    return storeOver(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function storeOver(database: DatabaseSync): Store {
  const insert = database.prepare(
    'INSERT INTO documents (kind, id, team, parent, created_at, deleted_at, body) VALUES (?, ?, ?, ?, ?, NULL, ?)',
  );
  const one = database.prepare('SELECT * FROM documents WHERE kind = ? AND id = ?');
  const update = database.prepare('UPDATE documents SET body = ?, deleted_at = ? WHERE kind = ? AND id = ?');
  const dropParts = database.prepare('DELETE FROM documents WHERE parent = ?');
  const drop = database.prepare('DELETE FROM documents WHERE kind = ? AND id = ?');
  const advance = database.prepare(
    'INSERT INTO sequences (name, last) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last',
  );
  const many = database.prepare(
    `SELECT * FROM documents WHERE kind = ?1 AND (?2 IS NULL OR team = ?2) AND (?3 IS NULL OR parent = ?3)
     AND (deleted_at IS NOT NULL) = ?4 ORDER BY created_at DESC, rowid DESC`,
  );
  const setting = database.prepare('SELECT value FROM kept WHERE name = ?');
  const writeSetting = database.prepare(
    'INSERT INTO kept (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );

  const next = (sequence: string) => Number(advance.get(sequence)?.['last']);
  const nextId = ({ name, range }: Kind<object, Id>): number => {
    if (range === undefined) throw new Error(`a ${name} needs an id`);
    return numbered(range, next(range));
  };
  /** The documents of the open transaction, each with its stored state. */
  let open: Map<string, { readonly row: Row<object, Id>; body: string; deletedAt: number | null }> | undefined;

  const keep = <T extends object, I extends Id>(row: Row<T, I>, body: string): Row<T, I> => {
    open?.set(keyOf(row), { row, body, deletedAt: row.deletedAt });
    return row;
  };
  const read = <T extends object, I extends Id>(record: Record<string, unknown>): Row<T, I> => {
    const row = toRow<T, I>(record);
    return (open?.get(keyOf(row))?.row as Row<T, I> | undefined) ?? keep(row, String(record['body']));
  };
  const writeChanges = (): void => {
    for (const stored of open?.values() ?? []) {
      const { kind, id, body, deletedAt } = stored.row;
      const text = JSON.stringify(body);
      if (text === stored.body && deletedAt === stored.deletedAt) continue;
      update.run(text, deletedAt, kind, id);
      Object.assign(stored, { body: text, deletedAt });
    }
  };
  const movedToTrash = (): boolean =>
    [...(open?.values() ?? [])].some(({ row, deletedAt }) => row.deletedAt !== deletedAt);
  return {
    database,
    next,
    add: (kind, { team, parent = null, id = nextId(kind) as typeof kind.id & {}, at, body }) => {
      const text = JSON.stringify(body);
      insert.run(kind.name, id, team, parent, at, text);
      return keep({ kind: kind.name, id, team, parent, createdAt: at, deletedAt: null, body }, text);
    },
    get: (kind, id) => {
      const record = one.get(kind.name, id);
      return record && read(record);
    },
    remove: (row) => {
      open?.delete(keyOf(row));
      drop.run(row.kind, row.id);
    },
    removeParts: ({ id }) => {
      for (const [key, { row }] of open ?? []) if (row.parent === id) open?.delete(key);
      dropParts.run(id);
    },
    all: (kind, { team, parent, trashed = false } = {}) => {
      // Whether the query asks for documents in the trash.
      if (movedToTrash()) writeChanges();
      return many.all(kind.name, team ?? null, parent ?? null, trashed ? 1 : 0).map((record) => read(record));
    },
    atomically: (work) => {
      // The lock for writing is taken first: a transaction that has read could not take it once another process has written.
      database.exec('BEGIN IMMEDIATE');
      open = new Map();
      try {
        const result = work();
        writeChanges();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      } finally {
        open = undefined;
      }
    },
    readSetting: (name) => {
      const record = setting.get(name);
      return record && JSON.parse(String(record['value']));
    },
    writeSetting: (name, value) => void writeSetting.run(name, JSON.stringify(value)),
    close: () => database.close(),
  };
}

/** Milliseconds between two tries to change the journal. */
const journalTryMs = 5;

/** SQLite does not wait for another process's lock here: of several that open a new file at the same moment, all but one try again. */
function useWriteAheadLog(database: DatabaseSync): void {
  for (let left = lockMs / journalTryMs; ; left--)
    try {
      return database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    } catch (error) {
      if (left <= 0 || !String(error).includes('database is locked')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, journalTryMs);
    }
}

const schema = `
  CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL, id NOT NULL, team INTEGER NOT NULL, parent, created_at INTEGER NOT NULL,
    deleted_at INTEGER, body TEXT NOT NULL, UNIQUE (kind, id)
  );
  CREATE INDEX IF NOT EXISTS documents_by_parent ON documents (kind, parent);
  CREATE INDEX IF NOT EXISTS documents_by_team ON documents (kind, team);
  CREATE TABLE IF NOT EXISTS sequences (name TEXT PRIMARY KEY, last INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS jobs (
    id INTEGER PRIMARY KEY, plan TEXT NOT NULL, team INTEGER NOT NULL, subject NOT NULL, input TEXT NOT NULL,
    operation TEXT, reference, credits INTEGER NOT NULL DEFAULT 0, drawn INTEGER NOT NULL DEFAULT 0,
    step INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'running'
  );
  CREATE INDEX IF NOT EXISTS jobs_by_due ON jobs (due, id) WHERE state = 'running';
  CREATE TABLE IF NOT EXISTS ledger (
    id INTEGER PRIMARY KEY, team INTEGER NOT NULL, at INTEGER NOT NULL, delta INTEGER NOT NULL,
    endpoint TEXT NOT NULL, reference, balance_after INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS ledger_by_team ON ledger (team, id);
`;

function toRow<T extends object, I extends Id>(record: Record<string, unknown>): Row<T, I> {
  const parent = record['parent'];
  return {
    kind: String(record['kind']),
    id: toId(record['id']) as I,
    team: Number(record['team']),
    parent: parent === null ? null : (toId(parent) as ParentId<I>),
    createdAt: Number(record['created_at']),
    deletedAt: record['deleted_at'] === null ? null : Number(record['deleted_at']),
    body: JSON.parse(String(record['body'])),
  };
}

const keyOf = ({ kind, id }: Row<object, Id>): string => `${kind} ${JSON.stringify(id)}`;

const toId = (value: unknown): Id => (typeof value === 'number' ? value : String(value));

/** It holds tokens and sent data. SQLite gives the files next to it the same mode. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}
