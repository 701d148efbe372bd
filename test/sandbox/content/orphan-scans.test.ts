import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('discovery is free and tells what the crawl will cost: a tenth of its pages, rounded up', async () => {
  const { call, balance } = await visit({ balance: 0 });
  const { body } = await call('orphan_scans.discover', { project: 1 });
  expect(body).toMatchObject({ status: 'created', estimated_credits: Math.ceil(body.pages_total / 10) });
  expect(await balance()).toBe(0);
});

test('a scan is paid at its start, and can be started once only', async () => {
  const { call, clock, balance } = await visit();
  const { id, estimated_credits } = (await call('orphan_scans.discover', { project: 2 })).body;
  expect((await call('orphan_scans.start', { id })).status).toBe(202);
  expect(await balance()).toBe(1000 - estimated_credits);
  // Document 1, "States": the second start is 422, without a charge.
  expect((await call('orphan_scans.start', { id })).status).toBe(422);
  expect((await call('orphan_scans.pages', { id })).body.meta.total).toBe(0);
  clock.pass(120);
  const { data } = (await call('orphan_scans.get', { id })).body;
  expect(data.status).toBe('completed');
  expect((await call('orphan_scans.pages', { id, per_page: 2 })).body.meta.total).toBe(data.orphans_count);
  expect((await call('orphan_scans.start', { id })).status).toBe(422);
  expect(await balance()).toBe(1000 - estimated_credits);
});

test('when credits are short the body says balance, where other routes say available', async () => {
  // Document 1, "Errors", row 402.
  const { call } = await visit({ balance: 1 });
  const { id, estimated_credits } = (await call('orphan_scans.discover', { project: 1 })).body;
  const { status, body } = await call('orphan_scans.start', { id });
  expect(status).toBe(402);
  expect(body).toMatchObject({ error: 'insufficient_credits', required: estimated_credits, balance: 1 });
  expect(body).not.toHaveProperty('available');
  expect((await call('orphan_scans.get', { id })).body.data.status).toBe('created');
});

test('a deleted scan is gone, and its crawl with it', async () => {
  const { call, clock } = await visit();
  const { id } = (await call('orphan_scans.discover', { project: 1 })).body;
  await call('orphan_scans.start', { id });
  await call('orphan_scans.delete', { id });
  clock.pass(120);
  expect((await call('orphan_scans.get', { id })).status).toBe(404);
});
