import { rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../base/clock.ts';

/** What a program returned, as a text: a text as it is, anything else as JSON. */
export const rawText = (data: unknown, space?: number): string =>
  typeof data === 'string' ? data : JSON.stringify(data ?? null, undefined, space);

/** Writes what a program returned to a file, which is replaced as a whole: nobody reads half of it, and a failure leaves the old file. */
export async function writeResult(file: string, data: unknown): Promise<void> {
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(part, typeof data === 'string' ? data : `${rawText(data, 2)}\n`);
    await replace(file, part, 30);
  } finally {
    await rm(part, { force: true });
  }
}

/** Replaces a file by another one. On Windows a virus scanner or another reader may have it open for a moment. */
async function replace(file: string, by: string, attempts: number): Promise<void> {
  try {
    await rename(by, file);
  } catch (error) {
    if (process.platform !== 'win32' || attempts === 1) throw error;
    await systemClock.sleep(50);
    await replace(file, by, attempts - 1);
  }
}
