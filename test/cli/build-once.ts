import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

const build = (...options: string[]): void =>
  void execFileSync(process.execPath, ['scripts/build.mjs', ...options], { stdio: 'inherit' });

/** Builds the program before the first test, so that none runs against an older one. For coverage it gets source maps, until the end. */
export function setup({ vitest }: TestProject): (() => void) | undefined {
  if (process.env['VISIBILITY_TEST_BUILT']) return undefined;
  if (!vitest.config.coverage.enabled) return void build();
  build('--source-maps');
  return () => build();
}
