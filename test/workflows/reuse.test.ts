import { expect, test } from 'vitest';
import { stage } from './support/stage.ts';

test.each([
  [24 * 3_600_000 - 60_000, true],
  [24 * 3_600_000 + 60_000, false],
])('a workflow gives a result again within a day instead of paying for another: after %i ms', async (ms, isReused) => {
  await using it = await stage();
  const order = { url: 'https://fjordkiste.example/' };
  const first = await it.run('audit_page', order);
  expect(first).toMatchObject({ ok: true });
  const left = await it.balance();
  await it.clock.sleep(ms);
  const second = await it.run('audit_page', order);
  expect(second).toMatchObject({ ok: true });
  expect((await it.balance()) === left).toBe(isReused);
});
