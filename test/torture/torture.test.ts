import { expect, test } from 'vitest';
import { engine } from '../support/state/store.ts';
import { torture } from './run.ts';
import { storageFaults } from './storage-faults.ts';

test(
  'whatever four processes do that are killed in the middle of it, the books agree to the credit',
  { timeout: 300_000 },
  async () => {
    const { kills, drawn } = await torture({ engine, rounds: 2, seed: 20_261_121 });
    expect(kills).toBeGreaterThanOrEqual(2);
    expect(drawn).toBeGreaterThan(0);
  },
);

test.runIf(engine === 'sqlite')(
  'on a disk that loses, tears and brings back writes, no more is drawn than the budget and what was in flight',
  { timeout: 300_000 },
  async () => {
    const { drawn, faults } = await storageFaults({ rounds: 6, seed: 20_261_122 });
    expect(Object.keys(faults).length).toBeGreaterThanOrEqual(4);
    expect(drawn).toBeGreaterThan(0);
  },
);
