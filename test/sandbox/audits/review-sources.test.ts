import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const review = {
  external_id: 'r-1',
  rating: 5,
  title: 'Fine box',
  body: 'It held.',
  author: 'A. Nobody',
  submitted_at: '2026-11-01T10:00:00Z',
  url: 'https://starsite.example/r-1',
};

/** Without a bearer token, and the key where the contract has it: in a header. */
const push = ({ raw }: Visit, slug: string, key: string, body: object = review) =>
  raw(
    `/webhooks/reviews/${slug}`,
    {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-service-key': key, 'content-type': 'application/json' },
    },
    null,
  );

const register = async ({ call }: Visit) =>
  (await call('review_sources.register', { platform: 'Star Site', source_url: 'https://starsite.example/fjordkiste' }))
    .body;

test('a pushed review is taken once, by its external_id', async () => {
  // Document 3, "Review sources": a duplicate is no insert and no error.
  const here = await visit();
  const { id, slug, service_key } = await register(here);
  const first = await push(here, slug, service_key);
  expect(first).toMatchObject({ status: 200, body: { received: true, duplicate: false } });
  expect((await push(here, slug, service_key)).body).toEqual({
    received: true,
    duplicate: true,
    review_id: first.body.review_id,
  });
  expect((await here.call('review_sources.get', { id })).body.data).toMatchObject({
    total_reviews: 1,
    avg_rating: 5,
    reviews: [{ title: 'Fine box' }],
  });
});

test('a wrong key is 401, also that of another source', async () => {
  const here = await visit();
  const [one, two] = [await register(here), await register(here)];
  expect(one.slug).not.toBe(two.slug);
  expect((await push(here, one.slug, two.service_key)).status).toBe(401);
  expect((await push(here, 'nothing-here', one.service_key)).status).toBe(401);
});

test('a new key shows once, and the old one ends at once', async () => {
  const here = await visit();
  const { id, slug, service_key } = await register(here);
  const { body } = await here.call('review_sources.rotate_key', { id });
  expect((await push(here, slug, service_key)).status).toBe(401);
  expect((await push(here, slug, body.service_key)).status).toBe(200);
  expect((await here.call('review_sources.get', { id })).body.data.service_key).toMatch(/^••••.{4}$/);
});

test('a paused source leaves the list, keeps its reviews, and is pulled no more', async () => {
  const { call, clock } = await visit();
  clock.pass(6 * 3600);
  const [{ id, last_pull_at }] = (await call('review_sources.list')).body.data;
  expect(Date.parse(last_pull_at)).toBe(clock.now());
  expect((await call('review_sources.disconnect', { id })).body.status).toBe('paused');
  clock.pass(12 * 3600);
  expect((await call('review_sources.list')).body.data).toHaveLength(1);
  expect((await call('review_sources.get', { id })).body.data).toMatchObject({ last_pull_at, total_reviews: 2 });
  await call('review_sources.reconnect', { id });
  expect((await call('review_sources.list')).body.data).toHaveLength(2);
  clock.pass(6 * 3600);
  expect(Date.parse((await call('review_sources.get', { id })).body.data.last_pull_at)).toBe(clock.now());
});

test('deleting a source deletes its reviews', async () => {
  const here = await visit();
  expect((await here.call('review_sources.delete', { id: 1 })).status).toBe(200);
  expect((await here.call('review_sources.get', { id: 1 })).status).toBe(404);
  expect((await here.call('review_sources.get', { id: 3 })).status).toBe(403);
});

test('asking for a platform twice is asking once', async () => {
  const { call } = await visit();
  const asked = await call('review_sources.join_waitlist', { platform: 'Moonrates' });
  expect((await call('review_sources.join_waitlist', { platform: 'Moonrates' })).body).toEqual(asked.body);
});

test('a push without the right key is 401, whatever its body says', async () => {
  const here = await visit();
  const { slug } = await register(here);
  expect((await push(here, slug, 'wrong', {})).status).toBe(401);
  expect((await push(here, 'nowhere-9', 'wrong', {})).status).toBe(401);
  expect((await here.raw(`/webhooks/reviews/${slug}`, { method: 'POST', body: JSON.stringify(review) })).status).toBe(
    401,
  );
});

test('a review may be numbered at its origin', async () => {
  const here = await visit();
  const { slug, service_key } = await register(here);
  expect((await push(here, slug, service_key, { ...review, external_id: 77 })).body.duplicate).toBe(false);
  expect((await push(here, slug, service_key, { ...review, external_id: '77' })).body.duplicate).toBe(true);
});

test('a paused source takes no pushes until it is connected again', async () => {
  // Document 3, "States": review source.
  const { call, raw } = await visit();
  const { body } = await call('review_sources.register', {
    platform: 'trustcircle',
    source_url: 'https://trustcircle.example/new',
  });
  const { id, slug, service_key } = body.data ?? body;
  const review = {
    external_id: 'x1',
    rating: 5,
    title: 'Good',
    body: 'Held.',
    author: 'Ann',
    submitted_at: '2026-11-01T10:00:00Z',
    url: 'https://trustcircle.example/r/1',
  };
  const headers = { 'x-service-key': service_key, 'content-type': 'application/json' };
  const push = () => raw(`/webhooks/reviews/${slug}`, { method: 'POST', headers, body: JSON.stringify(review) }, null);
  await call('review_sources.disconnect', { id });
  expect((await push()).status).toBe(409);
  await call('review_sources.reconnect', { id });
  expect((await push()).status).toBe(200);
});
