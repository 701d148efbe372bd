import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A change of the code that no test notices. */
export interface Survivor {
  /** The line that it begins in, without its indentation. Line numbers would move with every edit. */
  readonly line: string;
  readonly change: string;
  /** Why no test has to notice it. Without one, a test is missing. */
  readonly reason?: string;
}

export interface Score {
  /** Changes that a test noticed. */
  readonly killed: number;
  readonly mutants: number;
  /** The test files that judge this file: those of its subject that run in one process, on a virtual clock. */
  readonly tests: readonly string[];
  readonly survivors: readonly Survivor[];
  /** Hash of the file and its tests as they were measured. */
  readonly measured: string;
}

/** By the path of the source file. */
export type MutationRecord = Record<string, Score>;

const file = resolve(import.meta.dirname, '../../test/mutation/scores.json');

export const readRecord = (): MutationRecord => JSON.parse(readFileSync(file, 'utf8')) as MutationRecord;

export function writeRecord(record: MutationRecord): void {
  const sorted = Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

/** Equal as long as neither the file nor one of its tests is edited. */
export function contentHash(source: string, tests: readonly string[]): string {
  const hash = createHash('sha256');
  for (const one of [source, ...globSync([...tests]).toSorted()])
    hash.update(readFileSync(one, 'utf8').replaceAll('\r\n', '\n')).update('\0');
  return hash.digest('hex').slice(0, 12);
}

/** The reasons on record, at the survivors that they are about. */
export function withReasons(survivors: readonly Survivor[], before: readonly Survivor[]): Survivor[] {
  return survivors.map((one) => before.find((known) => isSame(known, one)) ?? one);
}

/**
 * Survivors that the record does not explain. One that it has under another text of its line, which was edited since, is
 * explained by the entry whose line is gone.
 */
export function unexpected(survivors: readonly Survivor[], score: Score, source: string): Survivor[] {
  const lines = new Set(source.split('\n').map((line) => line.trim()));
  const edited = score.survivors.filter(({ line }) => !lines.has(line)).length;
  const unknown = survivors.filter((one) => !score.survivors.some((known) => isSame(known, one)));
  return unknown.length > edited ? unknown : [];
}

const isSame = (a: Survivor, b: Survivor): boolean => a.line === b.line && a.change === b.change;

export function summary(scores: readonly Score[]): string {
  const killed = scores.reduce((total, one) => total + one.killed, 0);
  const mutants = scores.reduce((total, one) => total + one.mutants, 0);
  const open = scores.flatMap(({ survivors }) => survivors).filter(({ reason }) => reason === undefined).length;
  const percent = ((100 * killed) / Math.max(1, mutants)).toFixed(1);
  return `${killed} of ${mutants} changes noticed (${percent} %), ${open} of the others without a reason`;
}
