import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const drafted = async ({ call, clock }: Visit, url = 'https://voice.example'): Promise<number> => {
  const { body } = await call('style_profiles.from_url', { project: 1, url });
  clock.pass(45);
  return body.data.id;
};

test('a profile is drafted from a site for 25 credits and then waits for its review', async () => {
  const { call, clock, balance } = await visit();
  const { status, body } = await call('style_profiles.from_url', { project: 1, url: 'https://voice.example' });
  expect(status).toBe(202);
  expect(body.data).toMatchObject({ status: 'pending', source_url: 'https://voice.example' });
  // Document 1, "States": pending_review is true from the start, so that only the status tells that the pages were read.
  expect((await call('style_profiles.scrape_status', { id: body.data.id })).body).toMatchObject({
    status: 'pending',
    pending_review: true,
  });
  clock.pass(45);
  const { body: scrape } = await call('style_profiles.scrape_status', { id: body.data.id });
  expect(scrape).toMatchObject({ status: 'pending_review', pending_review: true, failure_reason: null });
  expect(scrape.scraped_pages).toBeGreaterThan(0);
  expect(scrape.scraped_pages).toBeLessThanOrEqual(10);
  expect(await balance()).toBe(975);
});

test('accepting and editing both end a review, and the second does not date it again', async () => {
  const here = await visit();
  const id = await drafted(here);
  const { data: accepted } = (await here.call('style_profiles.accept', { id })).body;
  expect(accepted).toMatchObject({ pending_review: false, status: 'active' });
  here.clock.pass(60);
  expect((await here.call('style_profiles.accept', { id })).body.data.reviewed_at).toBe(accepted.reviewed_at);
  const other = await drafted(here);
  const { data: edited } = (await here.call('style_profiles.update', { id: other, tone: 'dry' })).body;
  expect(edited).toMatchObject({ pending_review: false, tone: 'dry' });
  expect(edited.reviewed_at).not.toBeNull();
});

test('only a profile under review can be discarded', async () => {
  const here = await visit();
  const id = await drafted(here);
  expect((await here.call('style_profiles.discard', { id })).body).toEqual({ deleted: true });
  expect((await here.call('style_profiles.get', { id })).status).toBe(404);
  expect((await here.call('style_profiles.discard', { id: 1 })).status).toBe(422);
  expect((await here.call('style_profiles.get', { id: 1 })).status).toBe(200);
});

test('a site that cannot be read gives a reason, and the credits stay drawn', async () => {
  // Document 1, "Credits", rule 2: no refund where no row says so.
  const here = await visit();
  const id = await drafted(here, 'https://fail.example');
  const { body } = await here.call('style_profiles.scrape_status', { id });
  expect(body).toMatchObject({ status: 'failed', pending_review: false });
  expect(body.failure_reason).toBeTruthy();
  expect(await here.balance()).toBe(975);
});

test('a profile written by hand keeps what it was given, and needs an address only from a site', async () => {
  const { call } = await visit();
  const { status, body } = await call('style_profiles.create', { project: 1, name: 'Plain', tone: 'dry' });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ name: 'Plain', tone: 'dry', source_type: 'manual', pending_review: false });
  expect((await call('style_profiles.from_url', { project: 1, name: 'none' })).status).toBe(422);
  expect((await call('style_profiles.get', { id: body.data.id }, 'sandbox-guest')).status).toBe(403);
  await call('style_profiles.delete', { id: body.data.id });
  expect((await call('style_profiles.list', { project: 1 })).body.data.map(({ id }: { id: number }) => id)).toEqual([
    2, 1,
  ]);
});
