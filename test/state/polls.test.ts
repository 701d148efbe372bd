import { describe, expect, it } from 'vitest';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { freshState } from '../support/state/store.ts';

const minute = 60_000;

interface Stage {
  readonly clock: VirtualClock;
  readonly state: State;
  /** A job whose first poll is due after so many milliseconds. */
  job(pollAfterMs?: number, account?: string): Promise<Entry>;
}

async function staged(work: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = virtualClock();
  await using store = await freshState(clock);
  const { state } = store;
  await work({
    clock,
    state,
    async job(pollAfterMs = 0, account = 'a') {
      const { id } = await recordedCall(state, { account });
      return (await state.ledger.record(id, { state: 'running', pollAfterMs })) as Entry;
    },
  });
}

describe('a poll', () => {
  it('may be made by one process at a time when its pause is over, and by the next when that one has not reported', () =>
    staged(async ({ clock, state, job }) => {
      const { id } = await job(10_000);
      const take = (lease: string) => state.polls.take(id, lease, minute);
      expect(await take('one')).toEqual({ kind: 'wait', ms: 10_000 });
      await clock.advance(9_999);
      expect(await take('one')).toEqual({ kind: 'wait', ms: 1 });
      await clock.advance(1);
      expect(await take('one')).toEqual({ kind: 'poll' });
      await clock.advance(20_000);
      expect(await take('two')).toEqual({ kind: 'wait', ms: 40_000 });
      await clock.advance(40_000);
      expect(await take('two')).toEqual({ kind: 'poll' });
      // It ends its lease with what it has found, and sets the next pause.
      const found: EntryChange = { progress: 40, pollAfterMs: 15_000 };
      expect(await state.polls.record(id, 'two', found)).toMatchObject({ progress: 40, polls: 2 });
      expect(await take('three')).toEqual({ kind: 'wait', ms: 15_000 });
    }));

  it('writes nothing once another one has its lease, or the job is over', () =>
    staged(async ({ clock, state, job }) => {
      const { id } = await job();
      await state.polls.take(id, 'one', minute);
      await clock.advance(minute);
      await state.polls.take(id, 'two', minute);
      expect(await state.polls.record(id, 'one', { progress: 10 })).toBeUndefined();
      expect(await state.polls.record(id, 'two', { state: 'needs_you' })).toMatchObject({ state: 'needs_you' });
      expect(await state.polls.record(id, 'two', { state: 'completed' })).toMatchObject({ state: 'completed' });
      expect(await state.polls.record(id, 'two', { progress: 20 })).toBeUndefined();
      expect((await state.ledger.find('a', id))?.progress).toBeNull();
    }));

  it('writes nothing where the money is in another state than the one that it judged by', () =>
    staged(async ({ state, job }) => {
      const { id } = await job();
      await state.ledger.record(id, { money: 'settled', charged: 30 });
      await state.polls.take(id, 'one', minute);
      expect(await state.polls.record(id, 'one', { money: 'settled', charged: 5 }, 'due')).toBeUndefined();
      expect(await state.polls.record(id, 'one', { progress: 9 }, 'settled')).toMatchObject({
        charged: 30,
        progress: 9,
      });
    }));

  it('is due when an event of the platform was received, five seconds after the last one that an event asked for', () =>
    staged(async ({ clock, state, job }) => {
      // Of another operation: it is not due.
      await recordedCall(state, { operation: 'images.generate' }, { state: 'running', pollAfterMs: minute });
      const { id } = await job(minute);
      await state.events.announce(['articles.generate'], [], { type: 'article.generated' });
      expect(await state.polls.take(id, 'one', minute)).toEqual({ kind: 'poll', byEvent: true });
      await clock.advance(1_000);
      await state.events.announce(['articles.generate'], [], { type: 'article.generated' });
      await state.polls.record(id, 'one', { pollAfterMs: minute });
      expect(await state.polls.take(id, 'two', minute)).toEqual({ kind: 'wait', ms: 4_000 });
      await clock.advance(4_000);
      expect(await state.polls.take(id, 'two', minute)).toEqual({ kind: 'poll', byEvent: true });
      await state.polls.record(id, 'two', { pollAfterMs: minute });
      await clock.advance(minute);
      expect(await state.polls.take(id, 'three', minute)).toEqual({ kind: 'poll' });
      await state.polls.record(id, 'three', { pollAfterMs: minute });
      // No event asked for that one: the next event need not wait.
      await state.events.announce(['articles.generate'], [], { type: 'article.generated' });
      expect(await state.polls.take(id, 'four', minute)).toEqual({ kind: 'poll', byEvent: true });
    }));

  it.each<[string, boolean]>([
    ['running', true],
    ['needs_you', true],
    ['completed', false],
    ['failed', false],
    ['unknown', false],
    ['starting', false],
  ])('of a job that is %s: %s', (which, isPolled) =>
    staged(async ({ state, job }) => {
      const { id } = await job();
      await state.ledger.record(id, { state: which as Entry['state'] });
      expect((await state.polls.take(id, 'one', minute)).kind).toBe(isPolled ? 'poll' : 'over');
    }),
  );
});

it('counts the jobs of an account that are polled, and no longer those whose waiters have been gone for a minute', () =>
  staged(async ({ clock, state, job }) => {
    const [one, two] = [await job(), await job(30_000), await job(0, 'b')];
    expect(await state.polls.countRunning('a')).toBe(2);
    await state.ledger.record(two.id, { state: 'needs_you' });
    expect(await state.polls.countRunning('a')).toBe(1);
    await clock.advance(minute - 1);
    expect(await state.polls.countRunning('a')).toBe(1);
    await clock.advance(1);
    expect(await state.polls.countRunning('a')).toBe(0);
    await state.polls.take(one.id, 'one', 20_000);
    expect(await state.polls.countRunning('a')).toBe(1);
    await clock.advance(20_000 + minute - 1);
    expect(await state.polls.countRunning('a')).toBe(1);
    await clock.advance(1);
    expect(await state.polls.countRunning('a')).toBe(0);
  }));
