import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('a sync of a linked property costs one credit and brings figures', async () => {
  const { call, balance } = await visit();
  expect((await call('google.gsc_metrics', { p: 1 })).body.data).toEqual([]);
  expect((await call('google.sync_gsc_property', { p: 1 })).status).toBe(200);
  expect(await balance()).toBe(999);
  expect((await call('google.gsc_metrics', { p: 1 })).body.data).toHaveLength(28);
});

test('what is not linked is not synced, and costs nothing', async () => {
  const { call, balance } = await visit();
  expect((await call('google.sync_gsc_property', { p: 2 })).status).toBe(409);
  expect(await balance()).toBe(1000);
  expect((await call('google.link_gsc_property', { p: 2, project_id: 2 })).body).toMatchObject({
    linked: true,
    project_id: 2,
  });
  expect((await call('google.sync_gsc_property', { p: 2 })).status).toBe(200);
  expect((await call('google.unlink_gsc_property', { p: 2 })).body.linked).toBe(false);
});

test('disconnecting an account takes its properties along', async () => {
  const { call } = await visit();
  expect((await call('google.list_connections')).body.data).toHaveLength(1);
  expect((await call('google.ga4_properties')).body.data).toHaveLength(1);
  expect((await call('google.ga4_metrics', { p: 3 })).body.data).toHaveLength(28);
  await call('google.unlink_ga4_property', { p: 3 });
  await call('google.link_ga4_property', { p: 3 });
  expect((await call('google.disconnect', { id: 1 })).status).toBe(200);
  expect((await call('google.gsc_properties')).body.data).toEqual([]);
  expect((await call('google.reviews_status')).body).toEqual({ connected: false });
});

test("another team's property is 403", async () => {
  const { call } = await visit();
  expect((await call('google.gsc_metrics', { p: 1 }, 'sandbox-guest')).status).toBe(403);
});
