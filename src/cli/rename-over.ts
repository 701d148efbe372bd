import { renameSync } from 'node:fs';

/** What Windows answers while a virus scanner, an indexer or a program that just read the file still has it open. */
const passing = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Milliseconds between attempts, and how many there are: a second and a half in all. */
const pauseMs = 50;
const maxAttempts = 30;

/** Puts a file in the place of another, which on Windows may take a moment. Throws the system's error where it cannot be done. */
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
      if (system !== 'win32' || !passing.has(code) || attempt >= maxAttempts) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
