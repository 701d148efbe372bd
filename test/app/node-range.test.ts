import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isInRange, nodeRange } from '../../src/app/node-range.ts';

const textOf = (file: string): string => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8');

it('is the same wherever it is stated', () => {
  expect(textOf('bin/visibility-mcp.js')).toContain(`const needed = '${nodeRange}';`);
  const manifest = JSON.parse(textOf('manifest.json')) as { compatibility: { runtimes: { node: string } } };
  expect(manifest.compatibility.runtimes.node).toBe(nodeRange);
});

const versions = ['20.19.0', '22.22.2', '22.22.3', '22.23.0', '23.0.0', '24.14.9', '24.15.0', '25.0.0'];
const supported: ReadonlySet<string> = new Set(['22.22.3', '22.23.0', '24.15.0', '25.0.0']);

it.each(versions)('decides on %s as the launcher does', (version) => {
  const source = /function isNewEnough[^]*?\n}/.exec(textOf('bin/visibility-mcp.js'))?.[0] ?? '';
  // oxlint-disable-next-line no-implied-eval -- the launcher exports nothing: it has to run on any Node
  const isNewEnough = new Function(`${source}; return isNewEnough;`)() as (version: string) => boolean;
  expect(isNewEnough(version)).toBe(supported.has(version));
  expect(isInRange(version)).toBe(supported.has(version));
});
