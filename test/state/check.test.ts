import { expect, test } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { preparedStore, openStore } from '../support/state/store.ts';

test.each([
  ['account_totals', "spent = spent + 1 WHERE account = 'a'", 2],
  ['account_totals', 'held = 0', 3],
  ['account_totals', "in_doubt = 3 WHERE account = 'b'", 2],
  ['account_totals', "account = 'c' WHERE account = 'b'", 2],
  ['session_totals', "held = 7 WHERE session = 's2' AND account = 'a'", 2],
  ['session_totals', "session = 's3' WHERE session = 's2'", 4],
  ['spent_by_time', 'credits = 0 WHERE grain = 900000', 1],
  ['spent_by_time', 'grain = 1 WHERE grain = 900000', 2],
  ['spent_by_time', 'since = 0 WHERE grain = 900000', 2],
  ['spent_by_operation', 'calls = 9', 2],
  ['spent_by_operation', 'credits = 9', 2],
  ['spent_by_operation', "operation = 'x'", 2],
  ['spent_by_operation', 'day = 0', 2],
  ['slot_counts', 'slots = 9', 2],
  ['slot_counts', "bucket = 'x'", 2],
])('a total that was meddled with is found: %s SET %s', async (table, change, rows) => {
  const clock = virtualClock();
  await using store = await preparedStore();
  const state = await openStore(store.location, clock);
  for (const account of ['a', 'b']) for (const session of ['s1', 's2']) await recordedCall(state, { account, session });
  await recordedCall(state, {}, { money: 'settled', charged: 7, state: 'completed' });
  const buckets = [{ name: 'token', requests: 3, per: 60_000 }];
  await state.slots.take('a', { buckets, deadline: 30_000, reservedForCalls: 0, ahead: 0 });
  expect(await state.check()).toEqual([]);
  await store.run(`UPDATE ${table} SET ${change}`);
  expect(await state.check()).toEqual([`${table} differs from what it sums in ${rows} rows`]);
  await state.close();
});
