import { expect, test } from 'vitest';
import type { EntryChange } from '../../src/state/entry.ts';
import type { ReserveRequest } from '../../src/state/reservation.ts';
import { minPollPauseMs } from '../../src/state/entry.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import type { Store } from '../support/state/schemas.ts';
import { preparedStore, openStore } from '../support/state/store.ts';

const second = 1_000;
const day = 86_400 * second;
const [written, tracked] = ['article.generated', 'tracking.run.completed'];

interface Stage {
  readonly clock: VirtualClock;
  readonly state: State;
  readonly store: Store;
  /** A call that was sent, and what was recorded of it since. It is not polled within an hour. Resolves with its id. */
  sent(request?: Partial<ReserveRequest>, change?: EntryChange): Promise<string>;
}

async function staged(work: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = virtualClock();
  await using store = await preparedStore();
  const state = await openStore(store.location, clock);
  const sent: Stage['sent'] = async (request, change) => {
    const { id } = await recordedCall(state, request);
    await state.ledger.dispatch(id, 30_000);
    await state.ledger.record(id, { pollAfterMs: 3_600 * second, ...change });
    return id;
  };
  try {
    await work({ clock, state, store, sent });
  } finally {
    await state.close();
  }
}

const running: EntryChange = { state: 'running' };

test('a delivery is remembered for a day from when it was last received, and is deleted then', () =>
  staged(async ({ clock, state: { events }, store }) => {
    const seen = () => Promise.all(['one', 'two'].map((delivery) => events.seen(delivery)));
    await events.remember('one', written);
    await clock.advance(day / 2);
    expect(await seen()).toEqual([true, false]);
    await events.remember('two');
    await clock.advance(day / 2 - 1);
    expect(await seen()).toEqual([true, true]);
    await events.remember('two');
    await clock.advance(1);
    expect(await seen()).toEqual([false, true]);
    await clock.advance(day - 2);
    expect(await seen()).toEqual([false, true]);
    await events.remember('one');
    expect(await store.query('SELECT id FROM deliveries ORDER BY id')).toMatchObject([{ id: 'one' }, { id: 'two' }]);
    await clock.advance(1);
    expect(await seen()).toEqual([true, false]);
    await events.remember('one');
    expect(await store.query('SELECT id FROM deliveries')).toMatchObject([{ id: 'one' }]);
  }));

test('an event is about the unfinished jobs that name its ids, else about all of its operations', () =>
  staged(async ({ clock, state: { events, polls }, sent }) => {
    const names = new Map<string, string>();
    const add = async (name: string, request: Partial<ReserveRequest>, change?: EntryChange) => {
      names.set(await sent(request, change), name);
    };
    const watch = { operation: 'articles.get', arguments: { nested: [null, true, { id: 'x-8' }] } };
    await add('7', { arguments: { id: 7 } }, running);
    await add('x-8', {}, { state: 'needs_you', watch });
    await add('9 of b', { account: 'b', arguments: { id: '9' } }, running);
    await add('starting', { arguments: { id: 10 } });
    await add('over', { arguments: { id: 7 } }, { state: 'completed' });
    await add('image', { operation: 'images.generate', arguments: { id: 7 } }, running);
    const due = async (...event: Parameters<typeof events.announce>) => {
      const announced = (await events.announce(...event)).map((id) => names.get(id));
      const polled = [];
      for (const [id, name] of names) {
        const turn = await polls.take(id, name, 0);
        if (turn.kind !== 'poll' || !turn.byEvent) continue;
        polled.push(name);
        await polls.record(id, name, { pollAfterMs: 3_600 * second });
      }
      // What is being started has no poll yet.
      expect(polled.toSorted()).toEqual(announced.filter((name) => name !== 'starting').toSorted());
      await clock.advance(minPollPauseMs);
      return announced.toSorted();
    };
    const articles = ['articles.generate', 'articles.rewrite'];
    expect(await due(articles, ['7'])).toEqual(['7']);
    expect(await due(articles, ['1', 'x-8', '9'])).toEqual(['9 of b', 'x-8']);
    expect(await due(articles, ['9'], { account: 'a' })).toEqual([]);
    expect(await due(articles, ['9'], { account: 'b' })).toEqual(['9 of b']);
    expect(await due(articles, ['true', 'null', 'id', ''])).toEqual([]);
    expect(await due(articles, ['7'], { type: written })).toEqual(['7', 'starting']);
    expect(await due(articles, ['77'], { type: written })).toEqual(['7', '9 of b', 'starting', 'x-8']);
    expect(await due(['images.generate'], ['7'], { type: written })).toEqual(['image']);
    for (const more of [undefined, { type: written }]) expect(await due([], ['7'], more)).toEqual([]);
  }));

test('it is known whether a job of some operations is being started', () =>
  staged(async ({ state: { events, ledger }, sent }) => {
    const id = await sent();
    const isStarting = () =>
      Promise.all([['images.generate', 'articles.generate'], ['images.generate']].map((of) => events.isStarting(of)));
    expect(await isStarting()).toEqual([true, false]);
    await ledger.record(id, running);
    expect(await isStarting()).toEqual([false, false]);
  }));

test('events are trusted for a day after one was received, and less where one was missed since', () =>
  staged(async ({ clock, state: { events } }) => {
    const trusted = () => Promise.all([written, tracked].map((type) => events.areTrusted(type)));
    expect(await trusted()).toEqual([false, false]);
    await events.missed(written);
    await events.remember('1', written);
    expect(await trusted()).toEqual([true, true]);
    await clock.advance(second);
    await events.missed(written);
    expect(await trusted()).toEqual([false, false]);
    // Events come again: all are trusted but those of the type that was missed.
    await events.remember('2', tracked);
    expect(await trusted()).toEqual([false, true]);
    await clock.advance(second);
    await events.remember('3', written);
    expect(await trusted()).toEqual([true, true]);
    await clock.advance(second);
    // Of a type that never came: it may not be in the subscription.
    await events.missed('image.generated');
    expect([await events.areTrusted('image.generated'), await trusted()]).toEqual([false, [true, true]]);
    await events.remember('4');
    await clock.advance(day - 1);
    expect(await trusted()).toEqual([true, true]);
    await clock.advance(1);
    expect(await trusted()).toEqual([false, false]);
  }));

test('an account trusts the events that are about its jobs, and where none is named, those that can be about no other’s', () =>
  staged(async ({ clock, state: { events }, sent }) => {
    const trusting = async () => {
      const accounts = [];
      for (const account of ['a', 'b', 'c']) if (await events.areTrusted(written, account)) accounts.push(account);
      await clock.advance(day);
      return accounts;
    };
    const articles = ['articles.generate'];
    await sent({ arguments: { id: 1 } }, running);
    await events.announce(articles, ['9'], { type: written });
    expect(await trusting()).toEqual(['a']);
    await events.announce(articles, ['1'], { type: written });
    expect(await trusting()).toEqual(['a']);
    for (const id of [1, 2]) await sent({ account: 'b', arguments: { id } }, running);
    await events.announce(articles, ['9'], { type: written });
    expect(await trusting()).toEqual([]);
    await events.announce(articles, ['1'], { type: written });
    expect(await trusting()).toEqual(['a', 'b']);
    await events.announce(articles, ['2'], { type: written });
    expect(await trusting()).toEqual(['b']);
    // A callback comes without a subscription.
    await events.announce(articles, ['1']);
    await events.announce(articles, ['1'], { account: 'a' });
    expect(await trusting()).toEqual([]);
    // What one account misses is not missed by another.
    await events.announce(articles, ['1'], { type: written });
    await clock.advance(second);
    await events.missed(written, 'a');
    expect(await trusting()).toEqual(['b']);
  }));
