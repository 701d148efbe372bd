import { expect, test } from 'vitest';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import type { Store } from '../support/state/schemas.ts';
import { asked } from '../support/state/sql.ts';
import { freshState, preparedStore, openStore } from '../support/state/store.ts';

const day = 86_400_000;

/** Answers are dropped in two batches of 200, and so are calls. */
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
  { change: { money: 'released', state: 'failed' }, ageDays: 400, count: 210, keeps: 'nothing' },
];

test('answers are kept for 30 days, calls that cost nothing for 90, and everything else for ever, in batches', async () => {
  const clock = virtualClock();
  const now = clock.now();
  await using store = await preparedStore();
  const state = await openStore(store.location, clock);
  const { ledger } = state;
  const made: { readonly before: Entry; readonly keeps: (typeof cases)[number]['keeps'] }[] = [];
  for (const { change, ageDays, keeps, count = 9 } of cases.toSorted((a, b) => b.ageDays - a.ageDays)) {
    clock.set(new Date(now - ageDays * day).toISOString());
    for (const account of ['other', 'a']) {
      const { id } = await recordedCall(state, { account, arguments: { id: 1 } });
      await ledger.dispatch(id, 30_000);
      const before = (await ledger.record(id, change)) as Entry;
      made.push({ before, keeps: account === 'a' ? keeps : 'all' });
      if (account === 'a')
        made.push(...(await copies(store, id, count - 1)).map((copy) => ({ before: { ...before, id: copy }, keeps })));
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
  await state.close();
});

/** Adds so many calls that are like this one but for their ids, which it resolves with. */
async function copies({ location }: Store, id: string, count: number): Promise<string[]> {
  const [call] = await asked(location, [`SELECT * FROM entries WHERE id = '${id}'`]);
  const columns = Object.keys(call ?? {});
  const values = columns.map((name) => (name === 'id' ? 'id || n' : name));
  await asked(location, [
    `INSERT INTO entries (${columns.join()}) WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT ${values.join()} FROM entries, numbers WHERE id = '${id}'`,
  ]);
  return Array.from({ length: count }, (_, n) => `${id}${n + 1}`);
}

test('what is left of a batch is dropped in the background, until the store is closed', async () => {
  const clock = virtualClock();
  await using store = await preparedStore();
  const first = await openStore(store.location, clock);
  const { id } = await recordedCall(first, {}, { money: 'settled', charged: 1, state: 'completed', answer: 7 });
  await copies(store, id, 400);
  await first.saved.put('a', { id: 'f', name: 'f', mime: 'm', size: 1, body: new Uint8Array(1), isPaid: false });
  await clock.advance(31 * day);
  const answers = async (state: State) =>
    (await state.ledger.list('a', { limit: 1_000 })).filter(({ answer }) => answer !== null).length;
  await first.ledger.applyRetention('a');
  expect(await answers(first)).toBe(201);
  await clock.advance(100);
  await expect.poll(() => answers(first)).toBe(1);
  await expect.poll(() => asked(store.location, ['SELECT id FROM saved_files'])).toEqual([]);
  await first.close();
  await clock.advance(day);
  const next = await openStore(store.location, clock);
  expect(await answers(next)).toBe(1);
  await next.ledger.applyRetention('a');
  expect(await answers(next)).toBe(0);
  await next.close();
});

test('an answer is kept for 30 days and a call that cost nothing for 90, to the millisecond', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { ledger } = it.state;
  const settled = await recordedCall(it.state, {}, { money: 'settled', charged: 1, state: 'completed', answer: 7 });
  const released = await recordedCall(it.state, {}, { money: 'released', state: 'failed' });
  const kept = async () => {
    await ledger.applyRetention('a');
    return [(await ledger.find('a', settled.id))?.answer, (await ledger.find('a', released.id))?.money];
  };
  await clock.advance(30 * day);
  expect(await kept()).toEqual([7, 'released']);
  await clock.advance(1);
  expect(await kept()).toEqual([null, 'released']);
  await clock.advance(60 * day - 1);
  expect(await kept()).toEqual([null, 'released']);
  await clock.advance(1);
  expect(await kept()).toEqual([null, undefined]);
});
