import { expect, test } from 'vitest';
import { engine } from '../support/store.ts';
import { torture } from './run.ts';

test('whatever four processes do that are killed in the middle of it, the books agree to the credit', { timeout: 120_000 }, async () => {
  const { kills, drawn } = await torture({ engine, rounds: 8, seed: 20_261_121 });
  expect(kills).toBeGreaterThanOrEqual(8);
  expect(drawn).toBeGreaterThan(0);
});
