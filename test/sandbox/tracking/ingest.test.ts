import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const prompts = ['Which oar is light?'];

test('an ingest asks for what is missing, analyzes, asks for a confirmation, and activates', async () => {
  const { call, clock, balance } = await visit();
  const { status, body: first } = await call('ingest.start', { prompts });
  expect(status).toBe(202);
  expect(first).toMatchObject({ status: 'needs_input', needs: ['domain', 'country'] });
  expect(await balance()).toBe(1000);
  const { body: second } = await call('ingest.start', { prompts: [], domain: 'oars.example' });
  expect(second).toMatchObject({ id: first.id, status: 'needs_input', needs: ['country'] });
  expect((await call('ingest.start', { prompts: [], domain: 'oars.example', country: 'DE' })).body).toMatchObject({
    id: first.id,
    status: 'analyzing',
  });
  expect(await balance()).toBe(995);
  clock.pass(60);
  const { body: asked } = await call('ingest.get', { id: first.id });
  expect(asked).toMatchObject({ status: 'needs_confirmation', suggested: { suggested_keywords: expect.any(Array) } });
  const { body: done } = await call('ingest.start', { prompts: [], domain: 'oars.example', confirm: true });
  expect(done.status).toBe('activated');
  expect(await balance()).toBe(995);
  expect((await call('tracking.get', { id: done.project_id })).body.data).toMatchObject({
    status: 'active',
    domain: 'oars.example',
  });
});

test('the same call again finds the same ingest and pays nothing', async () => {
  // docs/platform/tracking.md#ingest: idempotent per team and domain.
  const { call, clock, balance } = await visit();
  const wish = { prompts, domain: 'oars.example', country: 'DE' };
  const { body: first } = await call('ingest.start', wish);
  const { body: again } = await call('ingest.start', { ...wish, domain: 'https://www.OARS.example' });
  expect(again).toMatchObject({ id: first.id, status: 'analyzing' });
  clock.pass(60);
  expect((await call('ingest.start', wish)).body).toMatchObject({ id: first.id, status: 'needs_confirmation' });
  expect(await balance()).toBe(995);
  // Another team may track the same domain.
  expect((await call('ingest.start', wish, 'sandbox-guest')).body.id).not.toBe(first.id);
});
