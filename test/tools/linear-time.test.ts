import { expect, it } from 'vitest';
import { untrustedIn } from '../../src/tools/results/result.ts';

const length = 60_000;

it.each<[string, () => unknown]>([
  ['an address of letters', () => untrustedIn({ data: `https://${'a'.repeat(length)}` })],
  ['an address that is no end of one', () => untrustedIn({ data: `a.${'a'.repeat(length)}@` })],
])('%s takes a time that grows with its length alone', (_, read) => {
  const began = performance.now();
  read();
  expect(performance.now() - began).toBeLessThan(1_000);
});
