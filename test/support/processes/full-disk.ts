import { DatabaseSync } from 'node:sqlite';

/** The disk under a store in a file. */
export interface Disk extends Disposable {
  /** From now on there is room for nothing. */
  fill(): void;
  /** There is room again. */
  clear(): void;
}

const tables = ['entries', 'slots', 'cooldowns', 'meta'];
const events = ['INSERT', 'UPDATE', 'DELETE'];
const names = tables.flatMap((table) => events.map((event) => ({ name: `ballast_${table}_${event}`, event, table })));

/**
 * Made before the store is opened. Once the disk is full SQLite itself refuses what is written, with SQLITE_FULL and in the
 * middle of it: the connections may take no further page of the file, and whatever is written needs some.
 */
export function diskUnder(file: string): Disk {
  const connections = new Set<DatabaseSync>();
  const { exec } = DatabaseSync.prototype;
  let most: number | undefined;
  const bound = (db: DatabaseSync): void => exec.call(db, `PRAGMA max_page_count = ${most ?? 0xffff_fffe}`);
  DatabaseSync.prototype.exec = function (sql): void {
    if (this.location() === file && !connections.has(this)) {
      connections.add(this);
      if (most !== undefined) bound(this);
    }
    exec.call(this, sql);
  };
  const beside = (work: (db: DatabaseSync) => void): void => {
    const db = new DatabaseSync(file);
    work(db);
    db.close();
  };
  return {
    fill() {
      beside((db) => {
        exec.call(db, 'CREATE TABLE IF NOT EXISTS ballast (x)');
        for (const { name, event, table } of names)
          exec.call(
            db,
            `CREATE TRIGGER ${name} AFTER ${event} ON ${table} BEGIN INSERT INTO ballast VALUES (zeroblob(65536)); END`,
          );
        most = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
      });
      for (const db of connections) if (db.isOpen) bound(db);
    },
    clear() {
      most = undefined;
      for (const db of connections) if (db.isOpen) bound(db);
      beside((db) => names.forEach(({ name }) => exec.call(db, `DROP TRIGGER ${name}`)));
    },
    [Symbol.dispose]() {
      DatabaseSync.prototype.exec = exec;
    },
  };
}
