import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { openState } from '../../../src/state/open-state.ts';
import { asAdministrator } from '../../support/state/schemas.ts';
import { preparedStore } from '../../support/state/store.ts';
import { request } from './requests.ts';

const serverTime = (): Promise<number> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query<{ ms: string }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS ms',
    );
    return Number(rows[0]?.ms);
  });

test.each([
  ['behind', -86_400_000],
  ['ahead', 86_400_000],
])('entries and slots follow the clock of the server where that of the machine is a day %s', async (_, ms) => {
  await using store = await preparedStore();
  const state = await openState(store.location);
  const slot = { buckets: [{ name: 'token', requests: 1, per: 60_000 }], deadline: 0, reservedForCalls: 0, ahead: 0 };
  expect((await state.slots.take('a', slot)).kind).toBe('taken');
  const wrong = { now: systemClock.now() + ms, steady: systemClock.steady() + ms };
  vi.spyOn(systemClock, 'now').mockReturnValue(wrong.now);
  vi.spyOn(systemClock, 'steady').mockReturnValue(wrong.steady);
  try {
    const before = await serverTime();
    const answer = await state.ledger.reserve(request());
    const after = await serverTime();
    const at = answer.kind === 'reserved' ? answer.entry.reservedAt : 0;
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(after);
    const full = await state.slots.take('a', slot);
    expect(full.kind === 'full' && full.ms > 0 && full.ms <= 60_020).toBe(true);
  } finally {
    vi.restoreAllMocks();
  }
  await state.close();
});
