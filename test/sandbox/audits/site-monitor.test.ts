import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const day = 86_400;

test('a site is looked at every day, unless it is paused', async () => {
  const { call, clock } = await visit();
  const looks = async () => (await call('site_monitor.checks', { id: 1 })).body.meta.total;
  const before = await looks();
  clock.pass(2 * day);
  expect(await looks()).toBe(before + 2);
  expect((await call('site_monitor.pause', { id: 1 })).body.status).toBe('paused');
  expect((await call('site_monitor.pause', { id: 1 })).body.status).toBe('paused');
  clock.pass(2 * day);
  expect(await looks()).toBe(before + 2);
  await call('site_monitor.resume', { id: 1 });
  clock.pass(day);
  expect(await looks()).toBe(before + 3);
  expect((await call('site_monitor.lighthouse', { id: 1 })).body.meta.total).toBe(before + 3);
});

test('an outage is one incident, from the first look that finds it to the first that does not', async () => {
  const { call, clock } = await visit();
  const { body } = await call('site_monitor.create', { url: 'https://boxes.invalid' });
  const { id } = body.data;
  for (let n = 0; n < 2; n += 1) {
    await call('site_monitor.check_now', { id });
    clock.pass(5);
  }
  expect((await call('site_monitor.incidents', { id })).body.data).toMatchObject([{ ended_at: null }]);
  await call('site_monitor.update', { id, url: 'https://boxes.example' });
  await call('site_monitor.check_now', { id });
  clock.pass(5);
  expect((await call('site_monitor.incidents', { id })).body.data).toMatchObject([{ ended_at: expect.any(String) }]);
  expect((await call('site_monitor.checks', { id })).body.data.map(({ is_up }: { is_up: boolean }) => is_up)).toEqual([
    true,
    false,
    false,
  ]);
});

test('a deleted monitor looks no more', async () => {
  const { call, clock } = await visit();
  await call('site_monitor.delete', { id: 1 });
  clock.pass(3 * day);
  expect((await call('site_monitor.checks', { id: 1 })).status).toBe(404);
  expect((await call('site_monitor.list')).body.data).toEqual([]);
});
