import { readFile, writeFile } from 'node:fs/promises';
import { existsSync, globSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { randomOf } from '../test/torture/random.ts';

/**
 * Mutation testing: `npm run mutate -- [--concurrency N] FILE...` changes each of these files in many small ways, one at a
 * time, runs the tests that cover the change, and records in `test/mutation/scores.json` how many changes a test noticed.
 * `npm run mutate -- --check [--seed N] [--mutants N]` does so for files picked at random among those on record, and fails
 * where fewer changes are noticed than the record says. The seed is today's date unless it is given.
 */
const {
  values: { check, seed, mutants, concurrency },
  positionals,
} = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    mutants: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '2' },
  },
});

interface Score {
  /** Changes that a test noticed. */
  readonly killed: number;
  readonly mutants: number;
}

const recordFile = resolve(import.meta.dirname, '../test/mutation/scores.json');
const mutated = 'src/{client,state,server,config}/**/*.ts';
const record = JSON.parse(await readFile(recordFile, 'utf8')) as Record<string, Score>;

if (check) await checkSample();
else await recordScores(positionals);

async function recordScores(patterns: readonly string[]): Promise<void> {
  const files = globSync(patterns.map((one) => (one.endsWith('.ts') ? one : `${one}/**/*.ts`)));
  if (files.length === 0) throw new Error(`name files or folders among ${mutated}`);
  // One file after the other: what is measured stays on record when the rest is given up.
  for (const file of files) {
    Object.assign(record, await measure([file]));
    const all = Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b));
    await writeFile(recordFile, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
  }
  console.log(`on record: ${inWords(sum(record))}`);
}

async function checkSample(): Promise<void> {
  const files = sample(Number(seed), Number(mutants));
  const expected = sum(Object.fromEntries(files.map((file) => [file, record[file] as Score])));
  const measured = sum(await measure(files));
  console.log(`${files.join(', ')}: ${inWords(measured)}; on record: ${inWords(expected)}`);
  if (measured.killed / measured.mutants < expected.killed / expected.mutants) {
    console.log(
      'Fewer changes are noticed than before: add a test for what survived above, or record the new score and say why.',
    );
    process.exitCode = 1;
  }
}

/** Files picked at random, as many as have about that many mutants in all. */
function sample(from: number, count: number): string[] {
  const random = randomOf(from);
  const left = Object.keys(record).filter((file) => globSync(file).length > 0);
  const picked: string[] = [];
  for (let sampled = 0; sampled < count && left.length > 0;) {
    const [file = ''] = left.splice(random.below(left.length), 1);
    picked.push(file);
    sampled += record[file]?.mutants ?? 0;
  }
  return picked;
}

async function measure(files: readonly string[]): Promise<Record<string, Score>> {
  const scores: Record<string, Score> = {};
  for (const [tests, some] of Map.groupBy(files, testsOf)) Object.assign(scores, await measureWith(tests, some));
  return scores;
}

/** The tests of a file's own subject judge it: the whole suite, for each change, would take days. */
function testsOf(file: string): string {
  const folder = dirname(file).replace(/^src/, 'test');
  return existsSync(folder) ? folder : dirname(folder);
}

async function measureWith(tests: string, files: readonly string[]): Promise<Record<string, Score>> {
  process.env['VISIBILITY_MUTATION_TESTS'] = tests;
  const results = await new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(concurrency),
    // Inside the project, where the sandbox finds the packages.
    tempDirName: '.stryker',
    symlinkNodeModules: false,
    ignorePatterns: ['dist', 'docs', 'assets'],
    // Stryker rewrites references in it through an API that TypeScript 7 does not have; no test reads it.
    tsconfigFile: 'none',
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    timeoutMS: 10_000,
    // Texts are changed often and matter little; that they are the right ones is for a reader to judge.
    mutator: { excludedMutations: ['StringLiteral'] },
  }).runMutationTest();
  const scores: Record<string, Score> = {};
  for (const { fileName, status } of results) {
    if (status === 'Ignored' || status === 'CompileError') continue;
    const file = fileName.slice(fileName.indexOf('src/'));
    const { killed, mutants: count } = scores[file] ?? { killed: 0, mutants: 0 };
    const isKilled = status === 'Killed' || status === 'Timeout' || status === 'RuntimeError';
    scores[file] = { killed: killed + (isKilled ? 1 : 0), mutants: count + 1 };
  }
  return scores;
}

function sum(scores: Readonly<Record<string, Score>>): Score {
  const all = Object.values(scores);
  return {
    killed: all.reduce((total, { killed }) => total + killed, 0),
    mutants: all.reduce((total, one) => total + one.mutants, 0),
  };
}

function inWords({ killed, mutants: count }: Score): string {
  return `${killed} of ${count} changes noticed (${((100 * killed) / Math.max(1, count)).toFixed(1)} %)`;
}
