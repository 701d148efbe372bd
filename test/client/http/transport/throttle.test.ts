import { expect, it } from 'vitest';
import { operation } from '../../../../src/catalog/index.ts';
import { bucketsOf, Throttle, type SlotWanted } from '../../../../src/client/http/transport/throttle.ts';
import type { Bucket, Slots } from '../../../../src/state/slots.ts';
import { rest, virtualClock, type VirtualClock } from '../../../support/clock/virtual-clock.ts';
import { freshState } from '../../../support/state/store.ts';

const minute = 60_000;
/** From an answer until its slot is free again: the minute and a margin. */
const window = minute + 20;
const token = (requests: number): Bucket => ({ name: 'token', requests, per: minute });
const own = (requests: number): Bucket => ({ name: 'own', requests, per: minute });

interface Stage {
  readonly clock: VirtualClock;
  readonly slots: Slots;
  readonly throttle: Throttle;
  /** Each query of the store: when, and how many are ahead. */
  readonly queries: { readonly at: number; readonly ahead: number }[];
  /** Milliseconds that each slot was waited for, as reported. */
  readonly waits: number[];
  /** Slots that each query leaves to calls. */
  readonly reserved: number[];
  /** Names of those who got a slot, in order, with seconds since the beginning. */
  readonly granted: string[];
  /** Takes a slot and gives it back at once as answered. */
  take(name: string, wanted?: Partial<SlotWanted>): Promise<void>;
}

async function staged(work: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = virtualClock();
  await using store = await freshState(clock);
  const { slots } = store.state;
  const began = clock.steady();
  const queries: Stage['queries'] = [];
  const reserved: number[] = [];
  const watched: Slots = {
    ...slots,
    take: (account, request) => {
      reserved.push(request.reservedForCalls);
      queries.push({ at: clock.steady() - began, ahead: request.ahead });
      return slots.take(account, request);
    },
  };
  const waits: number[] = [];
  const throttle = new Throttle(watched, 'a', clock, (_, ms) => waits.push(ms));
  const granted: string[] = [];
  await work({
    clock,
    slots,
    throttle,
    queries,
    waits,
    reserved,
    granted,
    async take(name, wanted) {
      const { id } = await throttle.take({
        buckets: [token(2)],
        urgency: 'call',
        slotWaitMs: 60 * minute,
        deadline: 30_000,
        ...wanted,
      });
      granted.push(`${name} ${(clock.steady() - began) / 1_000}`);
      await slots.markAnswered(id);
    },
  });
}

it('grants slots in order of arrival, calls before polls', () =>
  staged(async ({ clock, take, granted, waits }) => {
    const wanted = (urgency: SlotWanted['urgency']): Partial<SlotWanted> => ({ urgency, buckets: [token(1)] });
    const all = Promise.all([
      take('first', wanted('call')),
      take('poll', wanted('poll')),
      take('other poll', wanted('poll')),
      take('second', wanted('call')),
      take('third', wanted('call')),
    ]);
    await clock.advance(5 * minute);
    await all;
    expect(granted).toEqual(['first 0', 'second 60.02', 'third 120.04', 'poll 180.06', 'other poll 240.08']);
    expect(waits).toEqual([0, 1, 2, 3, 4].map((turns) => turns * window));
  }));

it('grants a slot that is free to a call before a poll that came earlier', () =>
  staged(async ({ clock, take, granted }) => {
    const all = (['call', 'poll', 'call'] as const).map((urgency) => take(urgency, { urgency }));
    await clock.advance(2 * minute);
    await Promise.all(all);
    expect(granted).toEqual(['call 0', 'call 0', 'poll 60.02']);
  }));

it('leaves a quarter of the rate to calls when polls ask, and ten slots at most', () =>
  staged(async ({ throttle, reserved }) => {
    for (const requests of [3, 4, 30, 60, 600]) {
      const bucket = { ...token(requests), name: String(requests) };
      await throttle.take({ buckets: [bucket], urgency: 'poll', slotWaitMs: 0, deadline: 1 });
    }
    await throttle.take({ buckets: [token(60)], urgency: 'call', slotWaitMs: 0, deadline: 1 });
    expect(reserved).toEqual([0, 1, 7, 10, 10, 0]);
  }));

it('refuses at once what would wait for longer than its caller does, and lets in what fits exactly', () =>
  staged(async ({ clock, take, granted }) => {
    await take('one', { buckets: [token(1)] });
    await expect(take('short', { buckets: [token(1)], slotWaitMs: window - 1 })).rejects.toMatchObject({
      code: 'rate_limited',
      outcome: 'not_sent',
      retryAfter: 61,
      message: expect.stringContaining('of this token'),
    });
    const patient = take('patient', { buckets: [token(1)], slotWaitMs: window });
    await expect(take('behind', { buckets: [token(1)], slotWaitMs: 2 * window - 1 })).rejects.toMatchObject({
      retryAfter: 121,
    });
    await clock.advance(window);
    await patient;
    expect(granted).toEqual(['one 0', 'patient 60.02']);
  }));

it('lets a waiting request continue as soon as another process gives a slot back', () =>
  staged(async ({ clock, slots, take, granted }) => {
    const elsewhere = await slots.take('a', { buckets: [token(1)], deadline: 30_000, reservedForCalls: 0, ahead: 0 });
    const waiting = take('one', { buckets: [token(1)] });
    await clock.advance(12_000);
    if (elsewhere.kind === 'taken') await slots.release(elsewhere.id);
    await clock.advance(2_999);
    expect(granted).toEqual([]);
    await clock.advance(1);
    await waiting;
    expect(granted).toEqual(['one 15']);
  }));

it('lets only the first in line ask the store every five seconds, the others each minute', () =>
  staged(async ({ clock, take, queries }) => {
    await take('one', { buckets: [token(1)] });
    const all = ['two', 'three', 'four'].map((name) => take(name, { buckets: [token(1)] }));
    await rest();
    expect(queries.slice(1).map(({ ahead }) => ahead)).toEqual([0, 1, 2]);
    await clock.advance(59_000);
    expect(queries.slice(4).map(({ at }) => at / 1_000)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
    await clock.advance(4 * minute);
    await Promise.all(all);
    expect(queries).toHaveLength(45);
  }));

it('counts the age of a slot from when the store was asked for it, by the clock that shows more', () =>
  staged(async ({ clock, throttle }) => {
    const wanted = { buckets: [token(1)], urgency: 'call', slotWaitMs: 5 * minute, deadline: 30_000 } as const;
    await throttle.take(wanted);
    const waiting = throttle.take(wanted);
    await clock.advance(5 * minute);
    const { ageMs } = await waiting;
    const ages = [ageMs()];
    for (const pass of [() => clock.advance(100), async () => clock.step(-1_000), async () => clock.step(5_000)]) {
      await pass();
      ages.push(ageMs());
    }
    // The first slot was never answered: it is free after its 30 s and a window.
    const granted = 5 * minute - 30_000 - window;
    expect(ages).toEqual([0, 100, 100, 4_100].map((ms) => granted + ms));
  }));

it('refuses a queued request when its own time is up, where its turn has not been reached', () =>
  staged(async ({ clock, slots, take }) => {
    await take('one');
    await take('two');
    await clock.advance(30_000);
    const first = take('first');
    const began = clock.steady();
    const reports: number[] = [];
    const second = take('second', { slotWaitMs: 42_000, onWait: () => void reports.push(clock.steady() - began) });
    const refused = second.catch((error: { code: string }) => [error.code, clock.steady() - began]);
    await rest();
    await slots.coolDown('a', [token(2)], 10 * minute);
    await clock.advance(20 * minute);
    expect(await refused).toEqual(['rate_limited', 42_000]);
    expect(reports).toEqual([0, 5_000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000]);
    await first;
  }));

it('does not queue behind a call that waits for the bucket of another operation', () =>
  staged(async ({ clock, take, queries }) => {
    const other = { name: 'other', requests: 1, per: minute };
    await take('one', { buckets: [token(9), own(1)] });
    await take('two', { buckets: [token(9), other] });
    const waiting = [take('three', { buckets: [token(9), own(1)] })];
    await rest();
    waiting.push(take('four', { buckets: [token(9), other] }));
    await rest();
    expect(queries.at(-1)).toEqual({ at: 0, ahead: 0 });
    await expect(take('five', { buckets: [token(9), own(1)], slotWaitMs: window })).rejects.toMatchObject({
      message: expect.stringContaining('"own"'),
    });
    await rest();
    expect(queries.map(({ ahead }) => ahead)).toContain(1);
    const before = queries.length;
    await clock.advance(5_000);
    await rest();
    // Both are first in line of what they wait for.
    expect(queries.length - before).toBe(2);
    await clock.advance(window);
    await Promise.all(waiting);
  }));

it('wakes the next in line when the one before it has got its slot, or has given up', () =>
  staged(async ({ clock, take, granted }) => {
    await take('one');
    await take('two');
    const leaving = new AbortController();
    const first = take('leaves', { signal: leaving.signal });
    const rejected = expect(first).rejects.toThrow('left');
    const second = take('second');
    const third = take('third');
    await clock.advance(30_000);
    leaving.abort(new Error('left'));
    await rejected;
    await clock.advance(window - 30_000);
    await Promise.all([second, third]);
    expect(granted).toEqual(['one 0', 'two 0', 'second 60.02', 'third 60.02']);
  }));

it('rejects with the reason of its signal, also where that was aborted before or while the store was asked', () =>
  staged(async ({ slots, take, granted }) => {
    const aborted = AbortSignal.abort(new Error('before'));
    await expect(take('never', { signal: aborted })).rejects.toThrow('before');
    let during = new AbortController();
    const slow: Slots = {
      ...slots,
      take: async (account, request) => {
        const answer = await slots.take(account, request);
        during.abort(new Error('during'));
        return answer;
      },
    };
    const wanted = { buckets: [token(1)], urgency: 'call', slotWaitMs: 0, deadline: 30_000 } as const;
    const throttle = new Throttle(slow, 'a', virtualClock());
    await expect(throttle.take({ ...wanted, signal: during.signal })).rejects.toThrow('during');
    // The slot that it had got meanwhile is free again.
    await take('next', { buckets: [token(1)], slotWaitMs: 0 });
    expect(granted).toEqual(['next 0']);
    during = new AbortController();
    await expect(throttle.take({ ...wanted, signal: during.signal })).rejects.toThrow('during');
  }));

it('reports the wait every five seconds, and which bucket is full', () =>
  staged(async ({ clock, take }) => {
    await take('one', { buckets: [token(1)] });
    const began = clock.steady();
    const reports: string[] = [];
    const waiting = ['two', 'three'].map((name) =>
      take(name, {
        buckets: [token(1)],
        onWait: ({ ms, bucket }) => void reports.push(`${clock.steady() - began}: ${name} ${ms} ${bucket}`),
      }),
    );
    await clock.advance(14_000);
    expect(reports).toEqual(
      [0, 5_000, 10_000].flatMap((at) => [`${at}: two ${window - at} token`, `${at}: three ${2 * window - at} token`]),
    );
    await clock.advance(2 * minute);
    await Promise.all(waiting);
    expect(reports.filter((one) => one.includes('-'))).toEqual([]);
  }));

it('counts a call in the general bucket and in those of its operation, some of them by project', () => {
  expect(bucketsOf(operation('projects.list'), {}, 60)).toEqual([token(60)]);
  expect(bucketsOf(operation('accuracy.reverify'), { id: 7 }, 30)).toEqual([
    token(30),
    { name: 'brand_accuracy', requests: 5, per: minute },
    { name: 'accuracy.checks:7', requests: 1, per: 60 * minute },
  ]);
});
