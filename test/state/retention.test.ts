import { expect, test } from 'vitest';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { preparedStore, openStore } from '../support/state/store.ts';

const day = 86_400_000;

const cases: readonly {
  readonly change: EntryChange;
  readonly ageDays: number;
  readonly keeps: 'all' | 'no answer' | 'nothing';
}[] = [
  { change: { money: 'settled', charged: 5, state: 'completed', answer: { id: 7 } }, ageDays: 30, keeps: 'all' },
  {
    change: { money: 'settled', charged: 5, state: 'completed', answer: { id: 7 } },
    ageDays: 30 + 1 / day,
    keeps: 'no answer',
  },
  {
    change: { money: 'settled', charged: 5, state: 'completed', started: { id: 7 } },
    ageDays: 400,
    keeps: 'no answer',
  },
  { change: { money: 'in_doubt', state: 'unknown' }, ageDays: 400, keeps: 'all' },
  { change: { money: 'due', state: 'running', answer: { id: 7 } }, ageDays: 400, keeps: 'all' },
  { change: { money: 'released', state: 'failed' }, ageDays: 90, keeps: 'all' },
  {
    change: { money: 'released', state: 'failed', answer: { message: 'No.' } },
    ageDays: 90 + 1 / day,
    keeps: 'nothing',
  },
  { change: { money: 'released', state: 'failed' }, ageDays: 400, keeps: 'nothing' },
];

test('answers are kept for 30 days, calls that cost nothing for 90, to the millisecond, and everything else for ever', async () => {
  const clock = virtualClock();
  const now = clock.now();
  await using store = await preparedStore();
  const state = await openStore(store.location, clock);
  const { ledger } = state;
  const made: { readonly before: Entry; readonly keeps: (typeof cases)[number]['keeps'] }[] = [];
  for (const { change, ageDays, keeps } of cases.toSorted((a, b) => b.ageDays - a.ageDays)) {
    clock.set(new Date(now - Math.round(ageDays * day)).toISOString());
    for (const account of ['other', 'a']) {
      const { id } = await recordedCall(state, { account, arguments: { id: 1 } });
      await ledger.dispatch(id, 30_000);
      const before = (await ledger.record(id, change)) as Entry;
      made.push({ before, keeps: account === 'a' ? keeps : 'all' });
    }
  }
  clock.set(new Date(now).toISOString());
  await ledger.applyRetention('a');
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
  expect(await read()).toEqual(expected);
  await state.close();
});
