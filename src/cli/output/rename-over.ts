import { renameSync } from 'node:fs';

/** Errors of Windows while a virus scanner, an indexer or another reader still has the file open. */
const retryableCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Milliseconds between attempts, and how many there are: a second and a half in all. */
const pauseMs = 50;
const maxAttempts = 30;

/** Replaces a file by another one, which on Windows may need several attempts. Throws the system's error where all fail. */
export function renameOver(
  from: string,
  to: string,
  { rename = renameSync, system = process.platform as string } = {},
): void {
  for (let attempt = 1; ; attempt++) {
    try {
      return rename(from, to);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (system !== 'win32' || !retryableCodes.has(code) || attempt >= maxAttempts) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
