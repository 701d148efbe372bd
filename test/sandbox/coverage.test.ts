import { expect, test } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { implementations } from '../../sandbox/families/index.ts';

const carriedOut = new Set(
  implementations.flatMap(({ family, operations }) => Object.keys(operations).map((action) => `${family}.${action}`)),
);

test('every operation of the catalog is carried out by the sandbox', () => {
  const missing = allOperations()
    .map(({ name, aliasOf }) => aliasOf ?? name)
    .filter((name) => !carriedOut.has(name));
  expect(missing).toEqual([]);
});

test('the sandbox carries out nothing that the catalog does not declare', () => {
  const declared = new Set(allOperations().map(({ name }) => name));
  expect([...carriedOut].filter((name) => !declared.has(name))).toEqual([]);
});
