import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test.each(['scan', 'scan_by_old_path'])('a scan costs 5 and shows among the mentions: %s', async (action) => {
  const { call, clock, balance } = await visit();
  const before = (await call('community_monitor.mentions')).body.meta.total;
  await call(`community_monitor.${action}`, { keyword: 'lantern', platforms: ['reddit', 'quora'] });
  expect(await balance()).toBe(995);
  clock.pass(60);
  const { body } = await call('community_monitor.mentions');
  expect(body.meta.total).toBe(before + 2);
  expect(body.data[0].keyword).toBe('lantern');
});

test('the older addresses answer alike', async () => {
  // Document 1, "Versioning", rule 4.
  const { call } = await visit();
  for (const action of ['mentions', 'alerts']) {
    expect((await call(`community_monitor.${action}_by_old_path`)).body).toEqual(
      (await call(`community_monitor.${action}`)).body,
    );
  }
});

test('a mention belongs to its team', async () => {
  const { call } = await visit();
  expect((await call('community_monitor.mention', { id: 1 })).body.data.platform).toBe('reddit');
  expect((await call('community_monitor.mention', { id: 1 }, 'sandbox-guest')).status).toBe(403);
  expect((await call('community_monitor.mentions', {}, 'sandbox-guest')).body.data).toEqual([]);
});

test('a scan needs a keyword and platforms', async () => {
  const { call, balance } = await visit();
  expect((await call('community_monitor.scan', { keyword: 'lantern' })).body.errors).toHaveProperty('platforms');
  expect(await balance()).toBe(1000);
});
