import { closeSync, constants, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';

/**
 * The files that SQLite keeps for one path. If one of them is removed or replaced, a running process keeps a file that nobody
 * else sees, and each process would count separately.
 */
const parts = ['', '-wal', '-shm'];

/** The identities of a store's files at the time it was opened. */
export class StoreFiles {
  readonly #file: string;
  readonly #opened: readonly (string | undefined)[];

  /** Call it once SQLite has created its files. */
  constructor(file: string) {
    this.#file = file;
    this.#opened = parts.map((part) => identityOf(file + part));
  }

  /** The first file that is no longer the one that was opened; undefined if all are. Costs some microseconds. */
  lost(): string | undefined {
    const at = parts.findIndex((part, index) => identityOf(this.#file + part) !== this.#opened[index]);
    return at === -1 ? undefined : this.#file + (parts[at] ?? '');
  }
}

/** Device and inode, which a file keeps while it is open anywhere. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

/** Fixed number of digits of the counter in its file, so that a reader never sees a partly written number. */
const counterDigits = 16;

/**
 * The number of calls that the store has dispatched, in a file next to it: an older copy of the store has a smaller number,
 * which shows that calls are missing. Written after the commit and before the request is sent, so that it is never ahead of
 * an intact store.
 */
export class DispatchCounter {
  readonly #path: string;

  constructor(file: string) {
    this.#path = `${file}-dispatches`;
  }

  /** 0 if there is none yet. */
  read(): number {
    const descriptor = openIfThere(this.#path);
    if (descriptor === undefined) return 0;
    try {
      const buffer = Buffer.alloc(counterDigits);
      const length = readSync(descriptor, buffer, 0, counterDigits, 0);
      const count = Number(buffer.toString('latin1', 0, length));
      return Number.isSafeInteger(count) ? count : 0;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Never lowers the count, since another process may have written a later one. */
  raise(count: number): void {
    if (this.read() >= count) return;
    const descriptor = openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      if (fstatSync(descriptor).isFile())
        writeSync(descriptor, String(count).padStart(counterDigits, '0'), 0, 'latin1');
    } finally {
      closeSync(descriptor);
    }
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
