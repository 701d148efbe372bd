import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: {
    readonly systems: {
      readonly strategy: { readonly matrix: { readonly os: readonly string[] } };
      readonly steps: readonly { readonly run?: string }[];
    };
  };
}

it('the workflow for three systems starts by hand alone, and runs what there is', () => {
  const { on, jobs } = parse(readFileSync('.github/workflows/systems.yml', 'utf8')) as Workflow;
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(Object.keys(on)).toEqual(['workflow_dispatch']);
  expect(jobs.systems.strategy.matrix.os.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
  const scriptNames = jobs.systems.steps.flatMap(({ run }) => /^npm run (\S+)/.exec(run ?? '')?.[1] ?? []);
  expect(scriptNames.filter((name) => !(name in scripts))).toEqual([]);
  expect(scriptNames.length).toBeGreaterThan(1);
});
