import { readFile } from 'node:fs/promises';
import { Stryker } from '@stryker-mutator/core';
import type { Score, Survivor } from './record.ts';

export interface MutationRun {
  /** Source file, or a range of its lines: `src/a.ts:10-40`. */
  readonly mutate: string;
  readonly tests: readonly string[];
  readonly concurrency: number;
  /** Milliseconds beyond the usual time of its tests after which a change counts as noticed. */
  readonly timeoutMs: number;
}

/** Changes a file in many small ways, one at a time, and runs the tests that reach the change. */
export async function runMutants({ mutate, tests, concurrency, timeoutMs }: MutationRun): Promise<Score> {
  process.env['VISIBILITY_MUTATION_TESTS'] = tests.join(',');
  const results = await new Stryker({
    mutate: [mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency,
    // Inside the project, where the sandbox finds the packages.
    tempDirName: '.stryker',
    symlinkNodeModules: false,
    ignorePatterns: ['dist', 'docs', 'assets', 'coverage'],
    // Stryker rewrites references in it through an API that TypeScript 7 does not have; no test reads it.
    tsconfigFile: 'none',
    reporters: [],
    logLevel: 'error',
    timeoutMS: timeoutMs,
    // Texts are changed often and matter little; that they are the right ones is for a reader to judge.
    mutator: { excludedMutations: ['StringLiteral'] },
  } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
  const judged = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const alive = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const source = (await readFile(mutate.replace(/:[\d-]+$/, ''), 'utf8')).split('\n');
  const survivors = alive.map(({ location: { start, end }, replacement, mutatorName }): Survivor => ({
    line: source[start.line - 1]?.trim() ?? '',
    change: `${mutatorName}: ${brief(cut(source, start, end))} → ${brief(replacement ?? '')}`,
  }));
  return { killed: judged.length - alive.length, mutants: judged.length, tests, survivors };
}

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
