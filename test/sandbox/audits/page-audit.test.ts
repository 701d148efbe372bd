import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('an audit costs 30 and 15 for each of one to three renders', async () => {
  const { call, balance } = await visit();
  expect((await call('page_audit.create', { url: 'https://fjordkiste.example/boxes' })).body).toMatchObject({
    status: 'pending',
  });
  expect([45, 60, 75]).toContain(1000 - (await balance()));
});

test('the render comes minutes after the audit is completed', async () => {
  // Document 3, "States": ideal_screenshot_url is filled later.
  const { call, clock } = await visit();
  const { id } = (
    await call('page_audit.create', {
      url: 'https://fjordkiste.example/boxes',
      tracking_project_id: 1,
      persona: 'Camper',
    })
  ).body;
  const seen = async () => (await call('page_audit.get', { id })).body;
  const states = [(await seen()).status];
  for (const wait of [5, 25, 20]) {
    clock.pass(wait);
    states.push((await seen()).status);
  }
  expect(states).toEqual(['pending', 'scraping', 'screenshotting', 'analyzing']);
  clock.pass(40);
  const done = await seen();
  expect(done).toMatchObject({
    status: 'completed',
    ideal_screenshot_url: null,
    analysis: { personas: [{ name: 'Camper' }] },
  });
  expect((await fetch(done.screenshot_url)).headers.get('content-type')).toBe('image/png');
  clock.pass(150);
  expect((await fetch((await seen()).ideal_screenshot_url)).status).toBe(200);
});

test('a failed audit says why and is not given back', async () => {
  const { call, clock, balance } = await visit();
  const { id } = (await call('page_audit.create', { url: 'https://fail.example/' })).body;
  clock.pass(90);
  expect((await call('page_audit.get', { id })).body).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('could not be read'),
  });
  expect(await balance()).toBeLessThan(1000);
});

test('audits are found by tracking project', async () => {
  const { call } = await visit();
  await call('page_audit.create', { url: 'https://moosgarten.example/' });
  expect((await call('page_audit.list')).body.meta).toMatchObject({ total: 2, per_page: 25 });
  expect((await call('page_audit.list', { tracking_project_id: 1 })).body.data).toHaveLength(1);
  expect((await call('page_audit.create', { url: 'https://moosgarten.example/', tracking_project_id: 2 })).status).toBe(
    403,
  );
});

test('too little balance starts nothing', async () => {
  const { call } = await visit({ balance: 40 });
  expect((await call('page_audit.create', { url: 'https://moosgarten.example/' })).body).toMatchObject({
    error: 'insufficient_credits',
    available: 40,
  });
  expect((await call('page_audit.list')).body.meta.total).toBe(1);
});
