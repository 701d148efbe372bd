import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EntryRecorder } from '../../../src/client/money/entry-recorder.ts';
import type { Entry, EntryChange } from '../../../src/state/entry.ts';
import type { JobState } from '../../../src/base/job-states.ts';
import type { RecordOnly } from '../../../src/state/reservation.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

const onItsWay = ['starting', 'unknown'];

/** A recorder over a store that fails while `broken` says so. */
function stage() {
  const clock = virtualClock();
  const begun = clock.steady();
  const tries: [id: string, seconds: number][] = [];
  const written: [id: string, change: EntryChange, states: readonly JobState[] | undefined][] = [];
  const conditions: (RecordOnly | undefined)[] = [];
  const store = { broken: (_: string) => false, holds: (_: RecordOnly | undefined) => true };
  const recorder = new EntryRecorder(
    {
      async record(id, change, states, only) {
        tries.push([id, (clock.steady() - begun) / 1_000]);
        if (store.broken(id)) throw new Error('the disk is full');
        written.push([id, change, states]);
        conditions.push(only);
        return store.holds(only) ? entry : undefined;
      },
    },
    clock,
  );
  const pass = async (seconds: number) => {
    for (let n = 0; n < 10; n++) await turn();
    await clock.advance(seconds * 1_000);
    for (let n = 0; n < 10; n++) await turn();
  };
  return { clock, store, recorder, tries, written, conditions, pass };
}

const entry = {
  id: 'a',
  state: 'completed',
  operation: 'review_sources.create',
  started: { id: 4 },
} as unknown as Entry;

test('an outcome is recorded at once; where the store fails, after pauses that double up to half a minute', async () => {
  const { store, recorder, tries, written, pass } = stage();
  await recorder.record('a', { state: 'completed' });
  expect(written).toEqual([['a', { state: 'completed' }, onItsWay]]);
  store.broken = () => true;
  await expect(recorder.record('b', { state: 'failed' })).rejects.toThrow('the disk is full');
  for (let second = 0; second < 250; second++) await pass(0.5);
  expect(tries.filter(([id]) => id === 'b').map(([, at]) => at)).toEqual([
    0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 61.5, 91.5, 121.5,
  ]);
  store.broken = () => false;
  await pass(30);
  expect(written.slice(1)).toEqual([['b', { state: 'failed' }, onItsWay]]);
  const before = tries.length;
  await pass(300);
  expect(tries).toHaveLength(before);
  // The next failure begins with the shortest pause.
  store.broken = () => true;
  await expect(recorder.record('c', {})).rejects.toThrow();
  await pass(0.5);
  expect(tries.slice(before).map(([id]) => id)).toEqual(['c', 'c']);
  await recorder.close();
});

test('a failed outcome is written before the next call, and no more once the recorder is closed', async () => {
  const { store, recorder, tries, written, pass } = stage();
  store.broken = () => true;
  await expect(recorder.record('a', {})).rejects.toThrow();
  store.broken = () => false;
  await recorder.settled();
  expect(written).toEqual([['a', {}, onItsWay]]);
  store.broken = () => true;
  await expect(recorder.record('b', {})).rejects.toThrow();
  await recorder.close();
  const before = tries.length;
  await pass(300);
  expect(tries).toHaveLength(before);
});

test('the next call waits until a delivery is on record', async () => {
  const gate = Promise.withResolvers<Entry>();
  const recorder = new EntryRecorder({ record: () => gate.promise }, virtualClock());
  const happened: string[] = [];
  const delivery = { end: true, oneTimeFields: false };
  void recorder.acknowledge(entry, true, delivery).then(() => happened.push('delivered'));
  const settled = recorder.settled().then(() => happened.push('settled'));
  await turn();
  expect(happened).toEqual([]);
  gate.resolve(entry);
  await settled;
  expect(happened).toEqual(['delivered', 'settled']);
});

const watch = { operation: 'articles.get', arguments: {} };

test.each<[what: string, of: Partial<Entry>, received: boolean, isEnd: boolean, change: EntryChange]>([
  ['of a result', {}, true, true, { delivered: true }],
  ['of a result that was lost', {}, false, true, { delivered: false }],
  ['of news', {}, true, false, {}],
  ['of a question without a job', { state: 'needs_you' }, true, true, { delivered: true, state: 'completed' }],
  ['of a question that was lost', { state: 'needs_you' }, false, true, { delivered: false }],
  ['of a question of a job', { state: 'needs_you', watch }, true, true, { delivered: true }],
  ['of news of a question', { state: 'needs_you' }, true, false, {}],
])('a delivery %s is recorded', async (_, of, received, isEnd, change) => {
  const { recorder, written } = stage();
  const one = { ...entry, watch: null, ...of };
  await recorder.acknowledge(one, received, { end: isEnd, oneTimeFields: false });
  expect(written).toEqual([['a', change, isEnd ? [one.state] : undefined]]);
});

test('an answer is recorded over what a reconciliation made of its call, and its charge only where that found none', async () => {
  const { store, recorder, written, conditions } = stage();
  const [open, released] = [
    { money: ['reserved', 'dispatching', 'in_doubt'] },
    { money: ['released'], isUnanswered: true },
  ];
  const taken = ['unknown', 'failed', 'running'];
  const [charge, none] = [
    { money: 'settled', charged: 5 },
    { money: undefined, charged: undefined, confirmation: undefined },
  ] as const;
  const ends = async (change: EntryChange, holds: (only: RecordOnly | undefined) => boolean) => {
    written.length = conditions.length = 0;
    store.holds = holds;
    await recorder.record('a', change);
    return written.map(([, one, from], n) => [one, from, conditions[n]]);
  };
  for (const answer of [{ answer: null }, { started: null }]) {
    const change: EntryChange = { state: 'completed', ...answer, ...charge };
    expect(await ends(change, (only) => only?.isUnanswered === undefined)).toEqual([[change, onItsWay, open]]);
    expect(await ends(change, (only) => only?.money?.[0] === 'released')).toEqual([
      [change, onItsWay, open],
      [{ ...change, confirmation: null }, taken, released],
    ]);
    const stated = { ...change, confirmation: 'stated' } as const;
    expect(await ends(stated, () => false)).toEqual([
      [stated, onItsWay, open],
      [stated, taken, released],
      [{ ...change, ...none }, taken, { isUnanswered: true }],
    ]);
  }
  // A failure without an answer is no news of a call that the history has shown.
  expect(await ends({ state: 'failed', ...charge }, () => false)).toEqual([
    [{ state: 'failed', ...charge }, onItsWay, open],
    [{ state: 'failed', ...none }, ['unknown'], { isUnanswered: true }],
  ]);
});
