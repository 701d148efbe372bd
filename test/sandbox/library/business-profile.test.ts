import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('a profile is corrected only when there is one', async () => {
  const { call } = await visit();
  expect((await call('business_profile.get', { id: 2 }, 'sandbox-guest')).body).toEqual({
    profile: null,
    refresh_status: null,
  });
  expect((await call('business_profile.update', { id: 2, city: 'Graz' }, 'sandbox-guest')).status).toBe(422);
  const { body } = await call('business_profile.update', {
    id: 1,
    city: 'Kiel',
    service_area_cities: ['Kiel', 'Plön'],
  });
  expect(body.profile).toMatchObject({
    city: 'Kiel',
    service_area_cities: ['Kiel', 'Plön'],
    audience_lens: { likely_queries: expect.any(Array) },
  });
});

test('a refresh costs 5, is watched at the profile, and runs once at a time', async () => {
  const { call, clock, balance } = await visit();
  const status = async () => (await call('business_profile.get', { id: 1 })).body.refresh_status;
  expect((await call('business_profile.refresh', { id: 1 })).status).toBe(202);
  expect(await status()).toBe('queued');
  expect((await call('business_profile.refresh', { id: 1 })).status).toBe(409);
  clock.pass(10);
  expect(await status()).toBe('running');
  clock.pass(30);
  expect(await status()).toBe('completed');
  expect(await balance()).toBe(995);
});

test('a refresh that fails keeps its credits and the old profile', async () => {
  const { call, clock, balance } = await visit();
  await call('tracking.update', { id: 1, name: 'Fail' });
  await call('business_profile.refresh', { id: 1 });
  clock.pass(40);
  expect((await call('business_profile.get', { id: 1 })).body).toMatchObject({
    refresh_status: 'failed',
    profile: { geo_scope: expect.any(String) },
  });
  expect(await balance()).toBe(995);
});
