import { expect, it } from 'vitest';
import { tableFormats } from '../../src/platform/saving/table-formats.ts';
import { untrustedIn } from '../../src/tools/results/result.ts';

const length = 60_000;

it.each<[string, () => unknown]>([
  ['an address of letters', () => untrustedIn({ data: `https://${'a'.repeat(length)}` })],
  ['an address that is no end of one', () => untrustedIn({ data: `a.${'a'.repeat(length)}@` })],
  ['a cell of spaces', () => tableFormats.md.row({ title: `a${' '.repeat(length)}a` }, ['title'])],
])('%s takes a time that grows with its length alone', (_, read) => {
  const began = performance.now();
  read();
  expect(performance.now() - began).toBeLessThan(1_000);
});
