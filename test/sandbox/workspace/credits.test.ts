import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('the history adds up to the balance, newest first', async () => {
  const { call, clock, balance } = await visit({ balance: 100 });
  await call('articles.optimize', { id: 1001 });
  await call('storylines.create', { project: 1, keyword: 'rain' });
  await call('storylines.create', { project: 1, keyword: 'fail' });
  clock.pass(200);
  await call('projects.list');
  const { data } = (await call('credits.history')).body;
  expect(data.map(({ delta, endpoint }: { delta: number; endpoint: string }) => [delta, endpoint])).toEqual([
    [-5, 'POST /projects/{project}/storylines'],
    [-5, 'POST /articles/{id}/optimize'],
    [100, 'Opening top-up'],
  ]);
  expect(data[0].balance_after).toBe(await balance());
  expect(await balance()).toBe(90);
});

test('jobs that draw at their end cannot overdraw the balance together', async () => {
  const { call, clock, balance } = await visit({ balance: 9 });
  expect((await call('storylines.create', { project: 1, keyword: 'one' })).status).toBe(202);
  expect((await call('storylines.create', { project: 1, keyword: 'two' })).body).toMatchObject({
    required: 5,
    available: 4,
  });
  expect(await balance()).toBe(9);
  clock.pass(60);
  expect(await balance()).toBe(4);
});

test('a renewal adds the allotment of the plan that the team has by then, and shows in the history', async () => {
  // docs/platform/credits.md#history: monthly_allotment, renews_at, and top-ups as positive entries.
  const { call, clock } = await visit({ balance: 100 });
  const credits = async () => (await call('credits.balance', {}, 'sandbox-guest')).body.data;
  const first = await credits();
  clock.pass((Date.parse(first.renews_at) - clock.now()) / 1000);
  const second = await credits();
  expect(second.balance).toBe(100 + first.monthly_allotment);
  await call('billing.upgrade_by_invoice', { plan: 'agency', cycle: 'monthly' }, 'sandbox-guest');
  const upgraded = await credits();
  expect(upgraded).toMatchObject({ plan: 'agency', balance: second.balance, renews_at: second.renews_at });
  expect(upgraded.monthly_allotment).toBeGreaterThan(second.monthly_allotment);
  clock.pass((Date.parse(upgraded.renews_at) - clock.now()) / 1000);
  expect((await credits()).balance).toBe(second.balance + upgraded.monthly_allotment);
  const { data } = (await call('credits.history', {}, 'sandbox-guest')).body;
  expect(data.map(({ delta }: { delta: number }) => delta)).toEqual([
    upgraded.monthly_allotment,
    first.monthly_allotment,
    100,
  ]);
});
