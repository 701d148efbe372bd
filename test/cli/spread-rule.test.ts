import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { violations } from '../../scripts/check-spreads.ts';
import { temporaryFolder } from './program.ts';

const planted = (source: string): string[] => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/x.ts'), `\n${source}`);
  return violations(root);
};

it('holds for this program', () => {
  expect(violations(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it.each([
  'f({ ...(x ? { name: x } : {}) });',
  'f({ ...(x === undefined ? {} : { name: x }) });',
  'f({ ...(x && { name: x }) });',
  'f({\n  ...(isIt(x, { deep: 1 })\n    ? { name: x }\n    : {}),\n});'.replace('f({\n', 'f({ '),
])('reports %s', (source) => {
  expect(planted(source)).toEqual(['src/x.ts:2']);
});

it.each([
  'f({ name: x });',
  'f({ ...(x ? rest : {}) });',
  'f([...(x ? [1] : [])]);',
  'f({ ...(await g({ name: x })) });',
])('accepts %s', (source) => {
  expect(planted(source)).toEqual([]);
});
