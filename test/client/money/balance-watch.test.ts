import { expect, test } from 'vitest';
import { BalanceWatch } from '../../../src/client/money/balance-watch.ts';
import type { EntryChange } from '../../../src/state/entry.ts';
import type { State } from '../../../src/state/state.ts';
import type { Review } from '../../../src/client/money/reconciler.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { freshState } from '../../support/state/store.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

test.each([
  { explainsBalance: false, unexplained: 10 },
  { explainsBalance: true, unexplained: 30 },
])(
  'charges of team-mates since the last comparison explain a decrease, unless the history does: $explainsBalance',
  async ({ explainsBalance, unexplained }) => {
    const clock = virtualClock();
    await using rig = await freshState(clock);
    const { charges } = rig.state;
    const readAt = clock.now();
    await charges.markBalance('a', { balance: 100, readAt });
    await clock.advance(1_000);
    const foreign = [
      { at: readAt - 1, delta: -50 },
      { at: readAt, delta: -15 },
      { at: readAt + 1, delta: -5 },
    ] as unknown as Review['foreign'];
    let reviews = 0;
    const watch = new BalanceWatch({
      state: rig.state,
      account: { key: 'a' },
      clock,
      balance: { read: async () => 70 } as never,
      review: async () => (reviews++, { reconciled: [], explainsBalance, foreign }),
    });
    const settle = (balance: number) => watch.settle({ balance, readAt: clock.now(), ended: 0 });
    expect(await settle(70)).toBe(unexplained);
    expect(await watch.lastComparison()).toMatchObject({ unexplained });
    // An unchanged decrease is reviewed again after half a minute, a changed one at once.
    await clock.advance(29_999);
    expect([await settle(70), reviews]).toEqual([unexplained, 1]);
    await settle(69);
    expect(reviews).toBe(2);
    await clock.advance(30_000);
    await settle(69);
    expect(reviews).toBe(3);
  },
);

type BalanceReading = Awaited<ReturnType<State['charges']['compareBalance']>>;

/** It explains nothing: the charge of a team-mate is older than any comparison. */
const noReview = { reconciled: [], explainsBalance: false, foreign: [{ at: 0, delta: -9 }] } as unknown as Review;

/** A watch of an account whose balance is read, and whose history is reviewed, as told. */
function watchOf(
  state: State,
  clock: ReturnType<typeof virtualClock>,
  read: () => Promise<number | undefined>,
  review = async (_nth: number): Promise<Review> => noReview,
) {
  const counts = { reads: 0, reviews: 0 };
  const watch = new BalanceWatch({
    state,
    account: { key: 'a' },
    clock,
    balance: { read: async () => (counts.reads++, read()) } as never,
    review: async () => review(++counts.reviews),
  });
  return { watch, counts };
}

async function addEntry({ ledger }: State, change: EntryChange): Promise<void> {
  const answer = await ledger.reserve({
    account: 'a',
    session: 's',
    operation: 'articles.generate',
    arguments: {},
    fingerprint: '',
    estimate: 5,
    basis: '',
    limits: [],
    again: true,
    expiresAfterMs: 60_000,
  });
  if (answer.kind !== 'reserved') throw new Error(answer.kind);
  await ledger.record(answer.entry.id, { money: 'dispatching' });
  await ledger.record(answer.entry.id, change);
}

test.each<[what: string, of: Partial<BalanceReading>, reviews: number]>([
  ['nothing is open', {}, 0],
  ['a rise may hide charges', { hidden: true }, 1],
  ['more was charged than calls explain', { unsettled: -1 }, 1],
  ['less was charged, and a call is in doubt', { unsettled: 1, doubtful: true }, 1],
  ['a call is in doubt, and no balance was compared before', { unsettled: undefined, doubtful: true }, 1],
  ['a call is in doubt, and all charges are explained', { doubtful: true }, 0],
  ['less was charged, and no call is in doubt', { unsettled: 1 }, 0],
  ['no call is in doubt, and no balance was compared before', { unsettled: undefined }, 0],
])('the history is asked once in half a minute, however it answers, where %s', async (_, of, reviews) => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { charges } = rig.state;
  const answer = { isOlder: false, unsettled: 0, unexplained: 0, doubtful: false, hidden: false, ...of };
  const state = { ...rig.state, charges: { ...charges, compareBalance: async () => answer } };
  for (const review of [async () => noReview, async () => Promise.reject(new Error('No history.'))]) {
    const { watch, counts } = watchOf(state, clock, async () => 70, review);
    for (let n = 0; n < 2; n++) expect(await watch.settle({ balance: 70, readAt: clock.now(), ended: 0 })).toBe(0);
    expect(counts.reviews).toBe(reviews);
  }
});

test('a decrease that a history out of reach does not explain is asked about each time', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  await rig.state.charges.markBalance('a', { balance: 100, readAt: clock.now() });
  const review = async () => Promise.reject(new Error('No history.'));
  const { watch, counts } = watchOf(rig.state, clock, async () => 70, review);
  for (let n = 0; n < 2; n++) expect(await watch.settle({ balance: 70, readAt: clock.now(), ended: 0 })).toBe(30);
  expect(counts.reviews).toBe(2);
});

test('a balance that was compared is not read again until a call has ended', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { watch, counts } = watchOf(rig.state, clock, async () => 70);
  for (let n = 0; n < 2; n++) expect(await watch.compare()).toBe(0);
  expect(counts.reads).toBe(1);
  await addEntry(rig.state, { money: 'settled', state: 'completed', charged: 0 });
  expect([await watch.compare(), counts.reads]).toEqual([0, 2]);
});

test('a comparison that began before a call ended is not that call’s', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const first = Promise.withResolvers<number>();
  const begun = Promise.withResolvers<void>();
  let reads = 0;
  const { watch } = watchOf(rig.state, clock, async () => {
    if (reads++ > 0) return 60;
    begun.resolve();
    return first.promise;
  });
  await rig.state.charges.markBalance('a', { balance: 100, readAt: clock.now() });
  await addEntry(rig.state, { money: 'settled', state: 'completed', charged: 5 });
  const early = watch.compare();
  await begun.promise;
  await addEntry(rig.state, { money: 'settled', state: 'completed', charged: 5 });
  const late = watch.compare();
  first.resolve(95);
  expect([await early, await late]).toEqual([0, 30]);
});

test('a reading older than the one last compared changes nothing, and has the answer of that one', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  await rig.state.charges.markBalance('a', { balance: 100, readAt: clock.now() });
  const { watch, counts } = watchOf(rig.state, clock, async () => 0);
  const older = { balance: 100, readAt: clock.now(), ended: 0 };
  await clock.advance(1);
  expect(await watch.settle({ balance: 60, readAt: clock.now(), ended: 0 })).toBe(40);
  expect([await watch.settle(older), counts.reviews]).toEqual([40, 1]);
  expect(await watch.lastComparison()).toMatchObject({ unexplained: 40 });
});

test('where the platform states no balance, the history is reviewed every 30 s, and what was unexplained stays so', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  await rig.state.charges.markBalance('a', { balance: 100, readAt: clock.now() });
  await watchOf(rig.state, clock, async () => 70).watch.settle({ balance: 70, readAt: clock.now(), ended: 0 });
  const forbidden = new VisibilityError('forbidden', 'No.', { outcome: 'rejected', status: 403 });
  let reads = 0;
  const { watch, counts } = watchOf(rig.state, clock, async () => {
    if (reads++ % 2 === 0) throw forbidden;
    return undefined;
  });
  expect([await watch.compare(), await watch.compare(), counts.reviews]).toEqual([30, 30, 1]);
  await clock.advance(29_999);
  expect([await watch.compare(), counts.reviews]).toEqual([30, 1]);
  await clock.advance(1);
  expect([await watch.compare(), counts.reviews]).toEqual([30, 2]);
});

test.each([
  ['unauthorized', 401],
  ['rate_limited', 429],
  ['unreachable', undefined],
  ['unreadable', 200],
] as const)(
  'a balance that cannot be read now (%s) stops the call, and says that nothing was sent',
  async (code, status) => {
    const clock = virtualClock();
    await using rig = await freshState(clock);
    const error = new VisibilityError(code, 'Not a.b.', { outcome: 'rejected', status });
    const { watch, counts } = watchOf(rig.state, clock, async () => Promise.reject(error));
    const comparing = watch.compare();
    if (code === 'unauthorized' || code === 'rate_limited') await expect(comparing).rejects.toBe(error);
    else
      await expect(comparing).rejects.toMatchObject({
        code,
        outcome: 'not_sent',
        message: expect.stringContaining('(Not a.b). Nothing was sent.'),
      });
    expect(counts.reviews).toBe(0);
  },
);
