import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { circles, violations } from '../../scripts/check-imports.ts';
import { temporaryFolder } from './program.ts';

const plant = (files: Readonly<Record<string, string>>): string => {
  const root = temporaryFolder();
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return root;
};

it('holds for this program', () => {
  const root = resolve(import.meta.dirname, '../..');
  expect(violations(root)).toEqual([]);
  expect(circles(root)).toEqual([]);
});

it.each([
  ['src/catalog/families/x.ts', "import { a } from '../../client/a.ts';"],
  ['src/state/x.ts', "import type { A } from '../client/a.ts';"],
  ['src/client/x.ts', "export * from '../tools/a.ts';"],
  ['src/client/x.ts', "const a = await import('../server/a.ts');"],
  ['sandbox/x.ts', "import type { A } from '../src/client/client.ts';"],
  ['sandbox/engine/x.ts', "import { a } from '../families/content/a.ts';"],
  ['sandbox/engine/http/x.ts', "import type { A } from '../../families/a.ts';"],
  ['src/cli/x.ts', "const a = await import('../../sandbox/sandbox.ts');"],
  ['src/catalog/x.ts', "import type { A } from '../../sandbox/a.ts';"],
  ['src/server/x.ts', "import { createClient } from '../client/calls/create-client.ts';"],
  ['src/reports/charts/x.ts', "import { a } from '../views/a.ts';"],
  ['src/tools/x.ts', "import {\n  a,\n} from '../cli/a.ts';"],
])('finds an import in the wrong direction in %s: %s', (file, source) => {
  expect(violations(plant({ [file]: source }))).toHaveLength(1);
});

it.each([
  ['src/client/x.ts', "import { a } from '../state/a.ts';"],
  ['src/tools/x.ts', "import type { A } from '../client/a.ts';"],
  ['src/app/start-sandbox.ts', "import { a } from '../../sandbox/sandbox.ts';"],
  ['sandbox/families/content/x.ts', "import { a } from '../../engine/a.ts';"],
  ['sandbox/families/content/x.ts', "import { a } from '../../../src/catalog/index.ts';"],
  ['src/catalog/families/x.ts', "import { a } from '../operation.ts';"],
])('lets the others pass: %s: %s', (file, source) => {
  expect(violations(plant({ [file]: source }))).toEqual([]);
});

it('finds a circle once, wherever it is entered', () => {
  const root = plant({
    'src/base/text/a.ts': "import { b } from './b.ts';",
    'src/base/text/b.ts': "import type { C } from './c.ts';\nimport { d } from './d.ts';",
    'src/base/text/c.ts': "export * from './b.ts';\nexport * from './d.ts';",
    'src/base/text/d.ts': '',
  });
  expect(circles(root)).toEqual(['src/base/text/b.ts → src/base/text/c.ts → src/base/text/b.ts']);
});
