import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { Stryker } from '@stryker-mutator/core';
import type { Survivor } from './record.ts';

export interface MutationRun {
  readonly file: string;
  /** Lines whose changes are measured; without it, all. */
  readonly lines?: { readonly first: number; readonly last: number };
  readonly tests: readonly string[];
  readonly concurrency: number;
  /** Milliseconds that a test of a change may take. */
  readonly testMs: number;
  /** A file that keeps each change's outcome: outcomes that it has are not measured again unless the tests differ. */
  readonly outcomes?: string;
}

export interface MutationResult {
  /** Changes that a test noticed, or that made the changed code repeat itself without end. */
  readonly killed: number;
  readonly mutants: number;
  readonly survivors: readonly Survivor[];
  /** Changes whose tests did not end in time: because of the change, or because the machine is slow. */
  readonly undecided: readonly Survivor[];
}

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Changes a file in many small ways, one at a time, and runs the tests that reach the change. */
export async function runMutants(run: MutationRun): Promise<MutationResult> {
  const { file, lines, tests, concurrency, testMs, outcomes } = run;
  process.env['VISIBILITY_MUTATION_TESTS'] = tests.join(',');
  process.env['VISIBILITY_MUTATION_TEST_MS'] = String(testMs);
  const tempDirName = `.stryker/${process.pid}`;
  const results = await new Stryker({
    mutate: [lines ? `${file}:${lines.first}-${lines.last}` : file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency,
    // Inside the project, where the sandbox finds the packages.
    tempDirName,
    symlinkNodeModules: false,
    ignorePatterns: ['.stryker', 'dist', 'docs', 'assets', 'coverage'],
    // Stryker rewrites references in it through an API that TypeScript 7 does not have; no test reads it.
    tsconfigFile: 'none',
    reporters: [],
    logLevel: 'error',
    // After the limit of the test: for changes that keep the process itself from going on.
    timeoutMS: testMs + 2_000,
    ...(outcomes ? { incremental: true, incrementalFile: outcomes } : {}),
    // Texts are changed often and matter little; that they are the right ones is for a reader to judge.
    mutator: { excludedMutations: ['StringLiteral'] },
  } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
  await rm(tempDirName, { recursive: true, force: true });

  const source = (await readFile(file, 'utf8')).split('\n');
  const described = ({ location: { start, end }, replacement, mutatorName }: Result): Survivor => ({
    line: source[start.line - 1]?.trim() ?? '',
    change: `${mutatorName}: ${brief(cut(source, start, end))} → ${brief(replacement ?? '')}`,
  });
  const judged = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const alive = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const late = judged.filter(isUndecided);
  return {
    killed: judged.length - alive.length - late.length,
    mutants: judged.length,
    survivors: alive.map(described),
    undecided: late.map(described),
  };
}

/** Takes the outcomes off the file that a slow machine may have caused, so that the next run decides again. */
export const forgetUndecided = (outcomes: string): void => forget(outcomes, isUndecided);

/** Takes those off that no test noticed: Stryker would keep them where a test has another body under the same name. */
export const forgetUnnoticed = (outcomes: string): void =>
  forget(outcomes, ({ status }) => status === 'Survived' || status === 'NoCoverage');

interface Outcome {
  readonly status: string;
  readonly statusReason?: string | undefined;
}

function forget(outcomes: string, isForgotten: (outcome: Outcome) => boolean): void {
  const report = JSON.parse(readFileSync(outcomes, 'utf8')) as {
    files: Record<string, { mutants: Outcome[] }>;
  };
  for (const file of Object.values(report.files)) file.mutants = file.mutants.filter((one) => !isForgotten(one));
  writeFileSync(outcomes, JSON.stringify(report));
}

/** A timeout with a reason is decided: the code ran far more often than without the change, on any machine. */
const isUndecided = ({ status, statusReason }: Outcome): boolean =>
  status === 'Timeout' ? !statusReason : status === 'Killed' && /^(Test|Hook) timed out in /.test(statusReason ?? '');

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Lines and columns count from 1 and 0, or both from 1: what Stryker reports counts both from 1. */
function cut(source: readonly string[], start: Position, end: Position): string {
  const lines = source.slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}

function brief(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
}
