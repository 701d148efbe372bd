import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { violations } from '../../scripts/check-clock.ts';
import { temporaryFolder } from './program.ts';

const planted = (file: string, source: string): string[] => {
  const root = temporaryFolder();
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), source);
  return violations(root);
};

it('holds for this program', () => {
  expect(violations(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it.each([
  'const at = Date.now();',
  'const at = new Date();',
  'const at = performance.now();',
  'setTimeout(run, 5);',
  'setInterval(run, 5);',
  "import { setTimeout as delay } from 'node:timers/promises';",
])('finds time that comes from no clock: %s', (source) => {
  expect(planted('src/server/x.ts', `\n${source}`)).toEqual(['src/server/x.ts:2']);
});

it.each(['const at = clock.now();', 'const day = new Date(at).toISOString();', 'await clock.sleep(5);'])(
  'accepts %s',
  (source) => {
    expect(planted('src/server/x.ts', source)).toEqual([]);
  },
);
