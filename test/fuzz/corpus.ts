import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folderOf = (target: string): string => join(import.meta.dirname, 'corpus', target);

export interface Kept {
  readonly file: string;
  readonly input: Buffer;
}

/** The inputs kept for a target, in the order of their file names. */
export function readCorpus(target: string): Kept[] {
  const folder = folderOf(target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .map((file) => ({ file, input: readFileSync(join(folder, file)) }));
}

/** Keeps an input that broke an invariant. Returns the file, relative to the working directory. */
export function keepFailure(target: string, input: Buffer): string {
  const folder = folderOf(target);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `failed-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`);
  writeFileSync(file, input);
  return relative(process.cwd(), file);
}
