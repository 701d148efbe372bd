import { expect, test } from 'vitest';
import { engine } from '../support/state/store.ts';
import { tortureKeys } from './keys.ts';

// Processes, killed at random: seconds each.
test(
  'of processes that start one key at the same moment and are killed at random one run results, paid once',
  { timeout: 240_000 },
  async () => {
    const kills = await tortureKeys({ engine, rounds: 1, seed: engine === 'postgres' ? 20_261_124 : 20_261_123 });
    expect(kills).toBeGreaterThan(0);
  },
);
