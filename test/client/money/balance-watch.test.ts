import { expect, test } from 'vitest';
import { BalanceWatch, isDue } from '../../../src/client/money/balance-watch.ts';
import type { Review } from '../../../src/client/money/reconciler.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { freshState } from '../../support/state/store.ts';

test.each([
  { explainsBalance: false, unexplained: 10 },
  { explainsBalance: true, unexplained: 30 },
])(
  'charges of team-mates since the last comparison explain a decrease, unless the history does: $explainsBalance',
  async ({ explainsBalance, unexplained }) => {
    const clock = virtualClock();
    await using it = await freshState(clock);
    const { charges } = it.state;
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
      state: it.state,
      identity: { accountOrAccess: 'a' } as never,
      clock,
      balance: { read: async () => 70 } as never,
      review: async () => (reviews++, { reconciled: [], explainsBalance, foreign, skipped: 0 }),
    });
    const settle = (balance: number) => watch.settle({ balance, readAt: clock.now(), ended: 0 });
    expect(await settle(70)).toBe(unexplained);
    expect(await watch.lastComparison()).toMatchObject({ unexplained });
    // The same decrease is reviewed again after half a minute, another one at once.
    await clock.advance(29_999);
    expect([await settle(70), reviews]).toEqual([unexplained, 1]);
    await settle(69);
    expect(reviews).toBe(2);
    await clock.advance(30_000);
    await settle(69);
    expect(reviews).toBe(3);
  },
);

test.each([
  // Unexplained credits count as spent until a later look explains them.
  { ended: 3, compared: 3, unexplained: 1, due: true },
  { ended: 3, compared: 3, unexplained: 0, due: false },
  { ended: 4, compared: 3, unexplained: 0, due: true },
  { ended: 3, compared: 4, unexplained: 0, due: false },
])('the balance is compared anew after a call has ended, and while anything is unexplained: %j', ({ due, ...one }) => {
  expect(isDue({ ...one, doubtful: false })).toBe(due);
});
