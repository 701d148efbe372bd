import { expect, test } from 'vitest';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { freshState } from '../support/state/store.ts';

const watch = { operation: 'articles.get', arguments: { id: 7 } };
const baseline = { before: 'f', since: 'g', ids: [1, 'b'], areMore: true, madeAfter: 3, row: 4 } as const;

/** `now`: the time of the change. Absent: what is written is what was recorded. */
const cases: readonly { readonly change: EntryChange; readonly written?: (now: number) => Partial<Entry> }[] = [
  { change: { money: 'dispatching' } },
  { change: { money: 'settled', charged: 5 }, written: (now) => ({ money: 'settled', charged: 5, settledAt: now }) },
  { change: { money: 'settled', charged: 0 }, written: (now) => ({ money: 'settled', charged: 0, settledAt: now }) },
  { change: { money: 'released' }, written: (now) => ({ money: 'released', charged: 0, settledAt: now }) },
  { change: { money: 'released', charged: 3 }, written: (now) => ({ money: 'released', charged: 3, settledAt: now }) },
  { change: { charged: 9 } },
  { change: { confirmation: 'absent' } },
  { change: { state: 'running' } },
  { change: { state: 'completed' }, written: (now) => ({ state: 'completed', endedAt: now }) },
  { change: { state: 'failed', error: 'No.' }, written: (now) => ({ state: 'failed', error: 'No.', endedAt: now }) },
  { change: { state: 'unknown' }, written: (now) => ({ state: 'unknown', endedAt: now }) },
  { change: { watch } },
  { change: { platformState: false } },
  { change: { platformState: null } },
  { change: { progress: 40.5 } },
  { change: { answer: { rows: [1, null, 'x'] } } },
  { change: { answer: null } },
  { change: { started: null } },
  { change: { baseline } },
  { change: { baseline: null } },
  { change: { delivered: true } },
  { change: { consecutivePollFailures: 2, consecutiveNotFound: 3 } },
  { change: { pollAfterMs: 10 }, written: () => ({}) },
];

test.each(cases)('of a call what changed is written, and nothing else: $change', async ({ change, written }) => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { ledger } = rig.state;
  const unbounded = 'progress' in change;
  const entry = await recordedCall(rig.state, { label: 'nightly', arguments: { text: 'é' }, unbounded });
  const { id } = entry;
  const full = {
    watch: { operation: 'images.get', arguments: {} },
    platformState: 'new',
    progress: 1,
    answer: [0],
    started: [0],
    baseline: { before: 'x' },
    consecutivePollFailures: 1,
    consecutiveNotFound: 1,
  };
  const before = { ...entry, unbounded, ...full };
  expect(await ledger.record(id, full)).toEqual(before);
  await clock.advance(1_000);
  const expected = { ...before, ...(written ? written(clock.now()) : change) };
  expect(await ledger.record(id, change)).toEqual(expected);
  expect(await ledger.find('a', id)).toEqual(expected);
});

test.each<[Entry['state'], boolean]>([
  ['running', true],
  ['needs_you', true],
  ['completed', false],
  ['failed', false],
])(
  'a call that was over, and is %s after all, has no error that it had before; does it go on: %s',
  async (now, goesOn) => {
    const clock = virtualClock();
    await using rig = await freshState(clock);
    const { id } = await recordedCall(rig.state, {}, { state: 'unknown', error: 'Lost.' });
    await clock.advance(1_000);
    expect(await rig.state.ledger.record(id, { state: now })).toMatchObject({
      error: now === 'failed' ? 'Lost.' : null,
      endedAt: goesOn ? null : clock.now(),
    });
    expect(await rig.state.ledger.record(id, { state: now, error: 'Why.' })).toMatchObject({ error: 'Why.' });
  },
);
