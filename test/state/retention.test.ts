import { expect, test } from 'vitest';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { freshState } from '../support/state/store.ts';

const day = 86_400_000;

/** Answers are dropped in two batches of 200, calls in three. */
const cases: readonly {
  readonly change: EntryChange;
  readonly ageDays: number;
  readonly count?: number;
  readonly keeps: 'all' | 'no answer' | 'nothing';
}[] = [
  { change: { money: 'settled', charged: 5, state: 'completed', answer: { id: 7 } }, ageDays: 29.9, keeps: 'all' },
  {
    change: { money: 'settled', charged: 5, state: 'completed', answer: { id: 7 } },
    ageDays: 30.1,
    count: 210,
    keeps: 'no answer',
  },
  {
    change: { money: 'settled', charged: 5, state: 'completed', started: { id: 7 } },
    ageDays: 400,
    keeps: 'no answer',
  },
  { change: { money: 'in_doubt', state: 'unknown' }, ageDays: 400, keeps: 'all' },
  { change: { money: 'due', state: 'running', answer: { id: 7 } }, ageDays: 400, keeps: 'all' },
  { change: { money: 'released', state: 'failed' }, ageDays: 89.9, keeps: 'all' },
  { change: { money: 'released', state: 'failed', answer: { message: 'No.' } }, ageDays: 90.1, keeps: 'nothing' },
  { change: { money: 'released', state: 'failed' }, ageDays: 400, count: 410, keeps: 'nothing' },
];

test('answers are kept for 30 days, calls that cost nothing for 90, and everything else for ever, in batches', async () => {
  const clock = virtualClock();
  const now = clock.now();
  await using it = await freshState(clock);
  const { ledger } = it.state;
  const made = [];
  for (const { change, ageDays, keeps, count = 9 } of cases.toSorted((a, b) => b.ageDays - a.ageDays)) {
    clock.set(new Date(now - ageDays * day).toISOString());
    for (let n = 0; n < count; n++) {
      const { id } = await recordedCall(it.state, { account: n === 0 ? 'other' : 'a', arguments: { id: n } });
      await ledger.dispatch(id, 30_000);
      const before = (await ledger.record(id, change)) as Entry;
      made.push({ before, keeps: n === 0 ? ('all' as const) : keeps });
    }
  }
  clock.set(new Date(now).toISOString());
  await ledger.applyRetention('a');
  clock.run();
  const read = async (): Promise<Map<string, Entry>> =>
    new Map(
      [...(await ledger.list('a', { limit: 10_000 })), ...(await ledger.list('other', { limit: 10_000 }))].map(
        (entry) => [entry.id, entry],
      ),
    );
  const expected = new Map(
    made.flatMap(({ before, keeps }) =>
      keeps === 'nothing'
        ? []
        : [[before.id, keeps === 'all' ? before : { ...before, answer: null, started: null, arguments: {} }] as const],
    ),
  );
  await expect.poll(async () => (await read()).size).toBe(expected.size);
  expect(await read()).toEqual(expected);
  clock.stop();
});
