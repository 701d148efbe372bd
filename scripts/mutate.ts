import { globSync, existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSample } from './mutation/check-sample.ts';
import { contentHash, readRecord, summary, withReasons, writeRecord } from './mutation/record.ts';
import { forgetUndecided, forgetUnnoticed, runMutants } from './mutation/run-mutants.ts';

/**
 * Mutation testing: how many small changes of the code the tests notice, on record in `test/mutation/scores.json`.
 *
 * `npm run mutate -- [--tests FILE,…] [--continue] FILE…` measures these files, and records the changes that no test
 * noticed. A reason that is written next to one stays there. Tests of another file's subject are named by `--tests`, once.
 * `--continue` measures again only what the last run on this machine left unnoticed: for the time while tests are written.
 *
 * `npm run mutate -- --check [--seed N] [--seconds N]` measures a sample for that time, and fails where a change goes
 * unnoticed that the record does not have. It depends on the code alone, so that CI fails for a reason that a commit
 * has: parts of files come first that were edited, or whose tests were, since they were measured (the record has a hash
 * of them); then parts at random, and the seed follows from the files and tests on record, not from the date. A change
 * whose tests do not end in time is no finding, and a part that does not fit into the time is left out: a slow machine
 * measures less. When recording, such a change is measured a second time, with more time, before it counts as noticed.
 */
const {
  values: { check, seed, seconds, concurrency, tests, continue: continues },
  positionals,
} = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    seed: { type: 'string' },
    seconds: { type: 'string', default: '80' },
    concurrency: { type: 'string', default: '2' },
    tests: { type: 'string' },
    continue: { type: 'boolean', default: false },
  },
});

if (check) {
  const failures = await checkSample(readRecord(), {
    seed,
    ms: Number(seconds) * 1_000,
    concurrency: Number(concurrency),
  });
  if (failures > 0) process.exitCode = 1;
} else await recordScores(positionals);

async function recordScores(patterns: readonly string[]): Promise<void> {
  const files = globSync(patterns.map((one) => (one.endsWith('.ts') ? one : `${one}/**/*.ts`)));
  if (files.length === 0) throw new Error('name files or folders of src/ or sandbox/');
  // One file after the other: what is measured stays on record when the rest is given up.
  for (const file of files) {
    const before = readRecord()[file];
    const judges = tests?.split(',') ?? before?.tests ?? [testsOf(file)];
    const { killed, mutants, survivors, undecided } = await measure(file, judges);
    const score = {
      killed: killed + undecided.length,
      mutants,
      tests: judges,
      survivors: withReasons(survivors, before?.survivors ?? []),
      measured: contentHash(file, judges),
    };
    writeRecord({ ...readRecord(), [file]: score });
    console.log(`${file}: ${summary([score])}`);
    for (const { line, change, reason } of score.survivors)
      if (!reason) console.log(`  survived: ${change}\n    ${line}`);
  }
  console.log(`on record: ${summary(Object.values(readRecord()))}`);
}

/** Measures a second time what was undecided at first: after two times in vain, the change keeps its tests from ending. */
async function measure(file: string, judges: readonly string[]): ReturnType<typeof runMutants> {
  const outcomes = `.stryker/outcomes/${file.replaceAll('/', '-')}.json`;
  if (!continues) rmSync(outcomes, { force: true });
  else if (existsSync(outcomes)) forgetUnnoticed(outcomes);
  const run = { file, tests: judges, concurrency: Number(concurrency), outcomes };
  const first = await runMutants({ ...run, testMs: 2_000 });
  if (first.undecided.length === 0) return first;
  forgetUndecided(outcomes);
  return runMutants({ ...run, testMs: 5_000 });
}

/** The tests of a file's own subject judge it: the whole suite, for each change, would take days. */
function testsOf(file: string): string {
  const folder = dirname(file).replace(/^(src\/)?/, 'test/');
  return `${existsSync(folder) ? folder : dirname(folder)}/**/*.test.ts`;
}
