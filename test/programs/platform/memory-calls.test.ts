import { expect, onTestFinished, test } from 'vitest';
import { createMemoryCalls } from '../../../src/programs/platform/memory-calls.ts';
import { openState } from '../../../src/state/open-state.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

/** The calls of two processes over one store. */
async function processes() {
  const clock = virtualClock();
  const state = await openState(':memory:', clock);
  onTestFinished(() => state.close());
  const memory = { store: state.memory, place: { account: 'a' } };
  const [one, other] = [0, 1].map(() => createMemoryCalls(async () => memory, clock)) as [Calls, Calls];
  return { clock, one, other };
}

type Calls = ReturnType<typeof createMemoryCalls>;

test.each(['end', 'drop'] as const)(
  'what one process does once is left to it for as long as it takes, and until once.%s',
  async (ending) => {
    const { clock, one, other } = await processes();
    const { claimed } = (await one('once.begin', ['n', {}])) as { claimed: string };
    const waiting = other('once.begin', ['n', {}]);
    let isWaiting = true;
    void waiting.then(() => (isWaiting = false));
    await clock.advance(120_000);
    expect(isWaiting).toBe(true);
    await one(`once.${ending}`, ['n', claimed, 7]);
    // Nothing of the work that is over keeps its process.
    expect(clock.sleepers).toBe(1);
    await clock.advance(500);
    expect(await waiting).toEqual(ending === 'end' ? { done: 7 } : { claimed: expect.any(String) });
  },
);

test.each(Object.entries({ m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }))(
  'what was done is done again after 2%s',
  async (unit, ms) => {
    const { clock, one, other } = await processes();
    const { claimed } = (await one('once.begin', ['n', {}])) as { claimed: string };
    await one('once.end', ['n', claimed, 7]);
    await clock.advance(2 * ms - 1);
    expect(await other('once.begin', ['n', { newerThan: `2${unit}` }])).toEqual({ done: 7 });
    await clock.advance(1);
    expect(await other('once.begin', ['n', { newerThan: `2${unit}` }])).toHaveProperty('claimed');
  },
);
