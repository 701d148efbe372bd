import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { randomOf } from '../test/torture/random.ts';
import { systemClock } from '../src/clock.ts';
import { readRecord, summary, unexpected, withReasons, writeRecord, type Score } from './mutation/record.ts';
import { runMutants } from './mutation/run-mutants.ts';

/**
 * Mutation testing: how many small changes of the code the tests notice, on record in `test/mutation/scores.json`.
 *
 * `npm run mutate -- [--tests FILE,…] FILE…` measures these files, and records the changes that no test noticed. A reason
 * that is written beside one stays there. Tests of another file's subject are named by `--tests`, once.
 * `npm run mutate -- --check [--seed N] [--seconds N]` measures parts of files picked at random among those on record
 * for that time, and fails where a change goes unnoticed that the record does not have. The seed is today's date.
 */
const {
  values: { check, seed, seconds, concurrency, tests },
  positionals,
} = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    seconds: { type: 'string', default: '80' },
    concurrency: { type: 'string', default: '2' },
    tests: { type: 'string' },
  },
});

/** About 20 changes. */
const linesAtOnce = 40;

const record = readRecord();
if (check) await checkSample(Number(seed), Number(seconds) * 1_000);
else await recordScores(positionals);

async function recordScores(patterns: readonly string[]): Promise<void> {
  const files = globSync(patterns.map((one) => (one.endsWith('.ts') ? one : `${one}/**/*.ts`)));
  if (files.length === 0) throw new Error('name files or folders of src/');
  // One file after the other: what is measured stays on record when the rest is given up.
  for (const file of files) {
    const before = record[file];
    const score = await measure(file, tests?.split(',') ?? before?.tests ?? [testsOf(file)]);
    record[file] = { ...score, survivors: withReasons(score.survivors, before?.survivors ?? []) };
    writeRecord(record);
    console.log(`${file}: ${summary([record[file]])}`);
    for (const { line, change, reason } of record[file].survivors)
      if (!reason) console.log(`  survived: ${change}\n    ${line}`);
  }
  console.log(`on record: ${summary(Object.values(record))}`);
}

async function checkSample(from: number, ms: number): Promise<void> {
  const random = randomOf(from);
  const files = Object.keys(record).filter((file) => existsSync(file));
  const end = systemClock.steady() + ms;
  for (let slowest = 0; systemClock.steady() + slowest < end;) {
    const started = systemClock.steady();
    const file = pickByMutants(files, random.below);
    const source = readFileSync(file, 'utf8');
    const first = 1 + random.below(source.split('\n').length);
    const known = record[file] as Score;
    const score = await measure(`${file}:${first}-${first + linesAtOnce}`, known.tests);
    slowest = Math.max(slowest, systemClock.steady() - started);
    console.log(`${file}, from line ${first}: ${score.killed} of ${score.mutants} changes noticed`);
    for (const { line, change } of unexpected(score.survivors, known, source)) {
      console.log(`  survived, and is not on record: ${change}\n    ${line}`);
      process.exitCode = 1;
    }
  }
  if (process.exitCode)
    console.log(
      'Add a test for what survived, or record it with `npm run mutate -- FILE` and write the reason beside it.',
    );
}

/** Every change on record is as likely as any other. */
function pickByMutants(files: readonly string[], below: (bound: number) => number): string {
  let at = below(files.reduce((total, file) => total + (record[file]?.mutants ?? 0), 0));
  return files.find((file) => (at -= record[file]?.mutants ?? 0) < 0) ?? '';
}

/** The tests of a file's own subject judge it: the whole suite, for each change, would take days. */
function testsOf(file: string): string {
  const folder = dirname(file).replace(/^src/, 'test');
  return `${existsSync(folder) ? folder : dirname(folder)}/**/*.test.ts`;
}

function measure(mutate: string, tests: readonly string[]): Promise<Score> {
  return runMutants({ mutate, tests, concurrency: Number(concurrency), timeoutMs: check ? 4_000 : 10_000 });
}
