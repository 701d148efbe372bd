import { expect, test } from 'vitest';
import { visit } from './visit.ts';

const many = async (times: number, once: () => Promise<{ status: number }>): Promise<number[]> => {
  const heard: number[] = [];
  for (let n = 0; n < times; n += 1) heard.push((await once()).status);
  return heard;
};

test('at most 60 requests of a token arrive in any 60 seconds', async () => {
  const { raw, clock } = await visit({ rate: 60 });
  expect(new Set(await many(30, () => raw('/credits')))).toEqual(new Set([200]));
  clock.pass(20);
  expect(new Set(await many(30, () => raw('/credits')))).toEqual(new Set([200]));
  const refused = await raw('/credits');
  expect(refused.status).toBe(429);
  expect(refused.body.error).toEqual({ code: 'rate_limited' });
  expect(refused.headers.get('retry-after')).toBe('40');
  // Counted per token, not per address (document 1, "Rate limits").
  expect((await raw('/credits', {}, 'sandbox-member')).status).toBe(200);
  clock.pass(39.9);
  expect((await raw('/credits')).status).toBe(429);
  clock.pass(0.1);
  // What was refused is not counted: all 30 places of the first half are free.
  expect(await many(31, () => raw('/credits'))).toEqual([...Array(30).fill(200), 429]);
});

test('what a speeded-up platform does not speed up is its rate', async () => {
  const { raw, clock } = await visit({ rate: 1, speed: 1000 });
  await raw('/credits');
  clock.pass(59);
  expect((await raw('/credits')).status).toBe(429);
});

test('a scoped limit holds beside the general one, and operations that share it share it', async () => {
  const { call, clock } = await visit({ rate: 1000 });
  const urls = ['https://a.example/'];
  expect(await many(6, () => call('grounding.batch', { urls }))).toEqual([202, 202, 202, 202, 202, 429]);
  clock.pass(60);
  expect((await call('grounding.batch', { urls })).status).toBe(202);
  // Document 1, "Rate limits": analyze and assign-project, 30 a minute together.
  await many(29, () => call('grounding.analyze', { url: 'https://a.example/' }));
  expect((await call('grounding.assign_project', { audit_ids: ['aud_sample2'], seo_project_id: 1 })).status).toBe(200);
  expect((await call('grounding.analyze', { url: 'https://a.example/' })).status).toBe(429);
});

test('a rate of 0 lifts every limit', async () => {
  const { call } = await visit({ rate: 0 });
  expect(new Set(await many(70, () => call('grounding.batch', { urls: ['https://a.example/'] })))).toEqual(
    new Set([202]),
  );
});

test('a request that is refused leaves a project what it may have once', async () => {
  const { call } = await visit({ rate: 1000, balance: 12 });
  expect((await call('reports.generate', { id: 1 }, 'sandbox-guest')).status).toBe(403);
  expect((await call('reports.generate', { id: 1 })).status).toBe(200);
  expect((await call('reports.generate', { id: 1 })).status).toBe(429);
  // Document 2: a gate of 5 credits; 2 are left.
  expect(await many(2, () => call('accuracy.reverify', { id: 1 }))).toEqual([402, 402]);
});

test('forum writes and reports have 120 a minute, beside the general limit', async () => {
  // Document 1, "Rate limits".
  const { call } = await visit({ rate: 60 });
  const heard = await many(121, () => call('community.list_reports', {}, 'sandbox-admin'));
  expect(heard).toEqual([...Array(120).fill(200), 429]);
  expect((await call('credits.balance', {}, 'sandbox-admin')).status).toBe(200);
});
