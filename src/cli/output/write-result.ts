import { rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';

/** A program's result as text: a text unchanged, anything else as JSON. */
export const rawText = (data: unknown, space?: number): string =>
  typeof data === 'string' ? data : JSON.stringify(data ?? null, undefined, space);

/** Writes a program's result to a file, which is replaced atomically. */
export async function writeResult(file: string, data: unknown): Promise<void> {
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(part, typeof data === 'string' ? data : `${rawText(data, 2)}\n`);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}
