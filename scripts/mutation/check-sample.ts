import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { randomOf } from '../../test/support/random.ts';
import { contentHash, unexpected, type MutationRecord, type Score } from './record.ts';
import type { MutationResult, MutationRun } from './run-mutants.ts';

export interface Sample {
  /** Decides what is picked; without it, the files and tests on record do. */
  readonly seed: string | undefined;
  readonly ms: number;
  readonly concurrency: number;
}

interface Part {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** About 20 changes. */
const linesAtOnce = 40;

/**
 * Measures parts of the files on record until the time is up. Edited files come first.
 * @returns how many changes went unnoticed, or entries of the record are wrong
 */
export async function checkSample(record: MutationRecord, { seed, ms, concurrency }: Sample): Promise<number> {
  const end = systemClock.steady() + ms;
  const wrong = wrongEntries(record);
  for (const one of wrong) console.log(one);
  if (wrong.length > 0) return wrong.length;

  const hashes = Object.entries(record).map(([file, { tests, measured }]) => {
    const hash = contentHash(file, tests);
    return { file, hash, isEdited: hash !== measured };
  });
  const edited = hashes.filter(({ isEdited }) => isEdited).map(({ file }) => file);
  if (edited.length > 0) console.log(`edited since they were measured, or their tests: ${edited.join(', ')}`);
  const random = randomOf(seed === undefined ? numberOf(hashes.map(({ hash }) => hash)) : Number(seed));

  let found = 0;
  for (const { file, first, last } of parts(edited, record, random)) {
    const known = record[file] as Score;
    const run: MutationRun = { file, lines: { first, last }, tests: known.tests, concurrency, testMs: 4_000 };
    const result = await measureUntil(end, run);
    if (result === undefined) {
      console.log(`${file}, lines ${first} to ${last}: the time was up`);
      break;
    }
    const late = result.undecided.length > 0 ? `, ${result.undecided.length} took too long to tell` : '';
    console.log(`${file}, lines ${first} to ${last}: ${result.killed} of ${result.mutants} changes noticed${late}`);
    for (const { line, change } of unexpected(result.survivors, known, readFileSync(file, 'utf8'))) {
      console.log(`  survived, and is not on record: ${change}\n    ${line}`);
      found++;
    }
  }
  if (found > 0)
    console.log(
      'Add a test for what survived, or record it with `npm run mutate -- FILE` and write the reason next to it.',
    );
  return found;
}

function wrongEntries(record: MutationRecord): string[] {
  return Object.entries(record).flatMap(([file, { survivors }]) => [
    ...(existsSync(file) ? [] : [`${file} is on record and does not exist: rename its entry, or remove it`]),
    ...survivors
      .filter(({ reason }) => !reason)
      .map(({ change }) => `${file}: neither a test nor a reason for ${change}`),
  ]);
}

/** Every part of the edited files, then random parts of all files for ever: every change is as likely as any other. */
function* parts(
  edited: readonly string[],
  record: MutationRecord,
  random: ReturnType<typeof randomOf>,
): Generator<Part> {
  const due = edited.flatMap((file) =>
    Array.from({ length: Math.ceil(lineCount(file) / linesAtOnce) }, (_, part) => partOf(file, 1 + part * linesAtOnce)),
  );
  while (due.length > 0) yield* due.splice(random.below(due.length), 1);
  const total = Object.values(record).reduce((sum, { mutants }) => sum + mutants, 0);
  for (;;) {
    let at = random.below(total);
    const file = Object.keys(record).find((one) => (at -= record[one]?.mutants ?? 0) < 0) ?? '';
    yield partOf(file, 1 + random.below(lineCount(file)));
  }
}

const partOf = (file: string, first: number): Part => ({ file, first, last: first + linesAtOnce - 1 });

const lineCount = (file: string): number => readFileSync(file, 'utf8').split('\n').length;

const numberOf = (hashes: readonly string[]): number =>
  createHash('sha256').update(hashes.join()).digest().readUInt32BE();

/**
 * Measures in a process of its own, which is ended with its workers when the time is up.
 * @returns `undefined` when the time was up
 */
async function measureUntil(end: number, run: MutationRun): Promise<MutationResult | undefined> {
  const child = fork(join(import.meta.dirname, 'measure-part.ts'), [JSON.stringify(run)], { detached: true });
  const { promise, resolve, reject } = Promise.withResolvers<MutationResult | undefined>();
  const endGroup = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  child.once('message', (result) => resolve(result as MutationResult));
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`measuring ${run.file} ended with code ${code}`)));
  const timer = setTimeout(() => resolve(undefined), end - systemClock.steady());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    endGroup();
    rmSync(`.stryker/${child.pid}`, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
