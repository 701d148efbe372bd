import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { violations as clockViolations } from '../../scripts/check-clock.ts';
import { circles, violations as importViolations } from '../../scripts/check-imports.ts';
import { violations as sizeViolations, writeSizes } from '../../scripts/check-size.ts';
import { violations as spreadViolations } from '../../scripts/check-spreads.ts';
import { temporaryFolder } from '../cli/program.ts';

const repository = resolve(import.meta.dirname, '../..');

const plant = (files: Readonly<Record<string, string>>): string => {
  const root = temporaryFolder();
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return root;
};

it.each([importViolations, circles, clockViolations, spreadViolations])('%o holds for this program', (find) => {
  expect(find(repository)).toEqual([]);
});

describe('imports', () => {
  it.each([
    ['src/client/x.ts', "export * from '../tools/a.ts';"],
    ['src/state/x.ts', "import type { A } from '../client/a.ts';"],
    ['src/client/x.ts', "const a = await import('../server/a.ts');"],
    ['sandbox/x.ts', "import type { A } from '../src/client/client.ts';"],
    ['sandbox/engine/http/x.ts', "import type { A } from '../../families/a.ts';"],
    ['src/cli/x.ts', "const a = await import('../../sandbox/sandbox.ts');"],
    ['src/server/x.ts', "import { createClient } from '../client/calls/create-client.ts';"],
    ['src/reports/charts/x.ts', "import { a } from '../views/a.ts';"],
    ['src/tools/x.ts', "import {\n  a,\n} from '../cli/a.ts';"],
  ])('in the wrong direction are found in %s: %s', (file, source) => {
    expect(importViolations(plant({ [file]: source }))).toHaveLength(1);
  });

  it.each([
    ['src/client/x.ts', "import { a } from '../state/a.ts';"],
    ['src/app/start-sandbox.ts', "import { a } from '../../sandbox/sandbox.ts';"],
    ['sandbox/families/content/x.ts', "import { a } from '../../../src/catalog/index.ts';"],
  ])('that are allowed pass, in %s: %s', (file, source) => {
    expect(importViolations(plant({ [file]: source }))).toEqual([]);
  });

  it('in a circle are found once, wherever it is entered', () => {
    const root = plant({
      'src/base/text/a.ts': "import { b } from './b.ts';",
      'src/base/text/b.ts': "import type { C } from './c.ts';\nimport { d } from './d.ts';",
      'src/base/text/c.ts': "export * from './b.ts';\nexport * from './d.ts';",
      'src/base/text/d.ts': '',
    });
    expect(circles(root)).toEqual(['src/base/text/b.ts → src/base/text/c.ts → src/base/text/b.ts']);
  });
});

describe('time', () => {
  const planted = (source: string): string[] => clockViolations(plant({ 'src/server/x.ts': `\n${source}` }));

  it.each([
    'const at = Date.now();',
    'const at = new Date();',
    'const at = performance.now();',
    'setTimeout(run, 5);',
    'setInterval(run, 5);',
    "import { setTimeout as delay } from 'node:timers/promises';",
  ])('that comes from no clock is found: %s', (source) => expect(planted(source)).toEqual(['src/server/x.ts:2']));

  it.each(['const at = clock.now();', 'const day = new Date(at).toISOString();', 'await clock.sleep(5);'])(
    'of a clock passes: %s',
    (source) => expect(planted(source)).toEqual([]),
  );
});

describe('an object literal spread under a condition', () => {
  const planted = (source: string): string[] => spreadViolations(plant({ 'src/x.ts': `\n${source}` }));

  it.each([
    'f({ ...(x === undefined ? {} : { name: x }) });',
    'f({ ...(x && { name: x }) });',
    'f({ ...(isIt(x, { deep: 1 })\n    ? { name: x }\n    : {}),\n});',
  ])('is found: %s', (source) => expect(planted(source)).toEqual(['src/x.ts:2']));

  it.each(['f({ ...(x ? rest : {}) });', 'f([...(x ? [1] : [])]);', 'f({ ...(await g({ name: x })) });'])(
    'is not: %s',
    (source) => expect(planted(source)).toEqual([]),
  );
});

it('a room may grow by 5%, and a new one needs a bound', () => {
  const root = plant({ 'src/base/a.ts': 'a\n'.repeat(100), 'test/a.test.ts': 'a\n', 'scripts/x.ts': '' });
  writeSizes(root);
  writeFileSync(join(root, 'src/base/b.ts'), 'b\n'.repeat(5));
  expect(sizeViolations(root)).toEqual([]);
  writeFileSync(join(root, 'src/base/c.ts'), 'c\n');
  mkdirSync(join(root, 'src/attic'));
  writeFileSync(join(root, 'src/attic/d.ts'), 'd\n');
  expect(sizeViolations(root)).toEqual([
    'src/base: 106 lines, 1 more than its bound',
    'src/attic: is not in the table',
  ]);
});
