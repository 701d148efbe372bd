import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const admin = 'sandbox-admin';

test.each(['list_members', 'list_channels', 'list_conversations', 'list_reports'])(
  '%s is for admins: others are answered 403, and without a token 401',
  async (action) => {
    const { call, raw } = await visit();
    expect((await call(`community.${action}`, {}, 'sandbox-owner')).status).toBe(403);
    expect((await call(`community.${action}`, {}, admin)).status).toBe(200);
    expect((await raw('/community/members', {}, null)).status).toBe(401);
  },
);

test('plans and the forum are open to everybody', async () => {
  const { raw } = await visit();
  for (const path of [
    '/community/plans',
    '/community/plans/pro',
    '/community/forum/sections',
    '/community/forum/topics',
    '/community/forum/topics/1',
  ]) {
    expect((await raw(path, {}, null)).status, path).toBe(200);
  }
});

test('members are found by name, level and status, and keep their secrets', async () => {
  const { call } = await visit();
  const names = async (input: Record<string, unknown>) =>
    (await call('community.list_members', input, admin)).body.data.map(
      ({ pseudonym }: { pseudonym: string }) => pseudonym,
    );
  expect(await names({ q: 'ada' })).toEqual(['mossy']);
  expect(await names({ membership_level: 'pro' })).toEqual(['mossy', 'paddler']);
  expect(await names({ status: 'gesperrt' })).toEqual(['greyhat']);
  expect((await call('community.list_members', { status: 'blocked' }, admin)).status).toBe(422);
  const { body } = await call('community.list_members', { per_page: 101 }, admin);
  expect(body.meta.per_page).toBe(100);
  expect(body.data[0]).toMatchObject({ team_id: null, membership: { plan_label: 'Pro', status: 'active' } });
  expect(JSON.stringify(body)).not.toMatch(/password|remember_token/);
});

test.each([
  [1, 'active', true],
  [2, 'past_due', true],
  [3, null, false],
  [4, 'canceled', false],
])('the membership of member %i is %s, running: %s', async (member, status, is_running) => {
  const { call } = await visit();
  expect((await call('community.get_membership', { member }, admin)).body.data).toMatchObject({ status, is_running });
});

test('a channel shows pseudonyms and no hidden messages', async () => {
  const { call } = await visit();
  const { body } = await call('community.list_messages', { channel: 1 }, admin);
  expect(body.data.map(({ author, body: text }: { author: string; body: string }) => [author, text])).toEqual([
    ['northstar', 'Has anybody invented a better box?'],
    ['mossy', 'Good morning.'],
  ]);
  expect(body.meta.per_page).toBe(50);
  expect((await call('community.list_messages', { channel: 99 }, admin)).status).toBe(404);
  expect((await call('community.list_channels', {}, admin)).body.data).toHaveLength(3);
  expect((await call('community.list_channels', { active: 1 }, admin)).body.data).toMatchObject([
    { messages_count: 2 },
    {},
  ]);
});

test('conversations are told as counts, never as text', async () => {
  const { call } = await visit();
  const [told] = (await call('community.list_conversations', {}, admin)).body.data;
  expect(Object.keys(told)).toEqual(['id', 'participants', 'messages_count', 'last_message_at']);
});

test('retired plans are shown when asked for', async () => {
  const { call } = await visit();
  expect((await call('community.list_plans')).body.data).toMatchObject([
    { slug: 'basis', price_eur: '0.00' },
    { slug: 'pro', price_cents: 2900, price_eur: '29.00' },
  ]);
  expect((await call('community.list_plans', { include_inactive: 1 })).body.data).toHaveLength(3);
  expect((await call('community.get_plan', { plan: 'unknown' })).status).toBe(404);
});

test('the forum shows no hidden topic and no hidden reply', async () => {
  const { call } = await visit();
  const titles = async (input: Record<string, unknown>) =>
    (await call('community.list_topics', input)).body.data.map(({ id }: { id: number }) => id);
  // The latest activity first.
  expect(await titles({})).toEqual([2, 1]);
  expect(await titles({ state: 'solved' })).toEqual([1]);
  expect(await titles({ q: 'stove' })).toEqual([2]);
  expect(await titles({ section: 'news' })).toEqual([]);
  expect((await call('community.list_topics', { state: 'odd' })).status).toBe(422);
  const { body } = await call('community.get_topic', { topic: 1, per_page: 1, page: 2 });
  expect(body).toMatchObject({
    data: { posts: [{ is_solution: true }] },
    posts_meta: { total: 2, current_page: 2, last_page: 2 },
  });
  expect((await call('community.get_topic', { topic: 3 })).status).toBe(404);
  expect(
    (await call('community.list_sections')).body.data.map(
      ({ slug, topics_count }: { slug: string; topics_count: number }) => [slug, topics_count],
    ),
  ).toEqual([
    ['questions', 2],
    ['news', 0],
  ]);
});

test('an admin opens a topic for a member, where the section lets anybody write', async () => {
  const { call } = await visit();
  const topic = { section: 'questions', member_id: 1, title: 'A new lid', body: 'Has anybody seen my lid?' };
  const { body } = await call('community.create_topic', topic, admin);
  expect(body.data).toMatchObject({ title: 'A new lid', state: 'open', author: 'mossy' });
  expect((await call('community.list_topics')).body.data[0].id).toBe(body.data.id);
  expect((await call('community.create_topic', topic, 'sandbox-owner')).status).toBe(403);
  for (const wrong of [{ section: 'news' }, { title: 'Too few' }, { body: 'Fewer than twenty.' }, { member_id: 99 }]) {
    expect((await call('community.create_topic', { ...topic, ...wrong }, admin)).status, JSON.stringify(wrong)).toBe(
      422,
    );
  }
});

test('notices come open ones only, without the address of who sent them', async () => {
  const { call } = await visit();
  const { data } = (await call('community.list_reports', {}, admin)).body;
  expect(data).toMatchObject([{ case_number: 'F-00001', status: 'open', reporter_reachable: true }]);
  expect(JSON.stringify(data)).not.toContain('@');
});

test('anonymous reads are limited to 60 a minute, together', async () => {
  const { raw } = await visit({ rate: 1000 });
  for (let n = 0; n < 30; n += 1)
    await Promise.all([raw('/community/plans', {}, null), raw('/community/forum/sections', {}, null)]);
  expect((await raw('/community/forum/topics', {}, null)).status).toBe(429);
});

test('notices and forum writes are limited to 120 a minute', async () => {
  const { call } = await visit({ rate: 1000 });
  const statuses = await Promise.all(
    Array.from({ length: 121 }, async () => (await call('community.list_reports', {}, admin)).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});
