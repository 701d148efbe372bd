import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const rank = ['critical', 'high', 'medium', 'low'];

test('claims come gravest first, then latest, and by every filter', async () => {
  const { call } = await visit();
  const { data } = (await call('accuracy.list', { id: 1 })).body;
  const keys = data.map(
    (row: { severity: string; last_seen_at: string }) =>
      `${rank.indexOf(row.severity)} ${9e15 - Date.parse(row.last_seen_at)}`,
  );
  expect(keys).toEqual(keys.toSorted());
  for (const field of ['status', 'severity', 'platform', 'resolution_status', 'claim_type']) {
    const found = (await call('accuracy.list', { id: 1, [field]: data[0][field] })).body.data;
    expect(found).toEqual(data.filter((row: Record<string, unknown>) => row[field] === data[0][field]));
  }
  expect(
    (await call('accuracy.list', { id: 1, search: data[0].claim_normalized.slice(3, 12).toUpperCase() })).body.data,
  ).toContainEqual(data[0]);
  expect((await call('accuracy.list', { id: 1, per_page: 500 })).body.meta.per_page).toBe(100);
  expect((await call('accuracy.list', { id: 1 }, 'sandbox-guest')).status).toBe(403);
});

test('a claim is settled once, by somebody, within its own project', async () => {
  const { call } = await visit();
  const {
    data: [claim],
  } = (await call('accuracy.list', { id: 1 })).body;
  const settle = (resolution_status: string, id = 1, token = 'sandbox-member') =>
    call('accuracy.resolve', { id, claim: claim.id, resolution_status }, token);
  expect((await settle('resolved', 2, 'sandbox-guest')).status).toBe(404);
  expect((await settle('false_positive')).body.data).toMatchObject({
    resolution_status: 'false_positive',
    resolved_by_user_id: 2,
    resolved_at: expect.any(String),
  });
  expect((await settle('false_positive')).status).toBe(200);
  expect((await settle('resolved')).status).toBe(409);
  expect((await settle('open')).status).toBe(422);
});

test('a reverify wants 5 credits to start and draws them only when it had something to check', async () => {
  const { call, clock, balance } = await visit();
  expect((await call('accuracy.reverify', { id: 1 })).body.data).toMatchObject({
    status: 'queued',
    tracking_project_id: 1,
  });
  // Document 2, "brand-kb": indexing speaks of reading the own site; a check of claims leaves it alone.
  expect((await call('brand_knowledge.index_status', { id: 1 })).body.indexing).toBe(false);
  expect((await call('accuracy.list', { id: 1, status: 'unverified' })).body.data).not.toEqual([]);
  expect(await balance()).toBe(1000);
  clock.pass(50);
  expect(await balance()).toBe(995);
  expect((await call('accuracy.list', { id: 1, status: 'unverified' })).body.data).toEqual([]);
  await call('accuracy.reverify', { id: 1 });
  clock.pass(50);
  expect(await balance()).toBe(995);
});

test('below the gate a reverify is refused', async () => {
  const { call } = await visit({ balance: 4 });
  const { status, body } = await call('accuracy.reverify', { id: 1 });
  expect(status).toBe(402);
  expect(body).toMatchObject({ error: 'insufficient_credits', required: 5, available: 4 });
});

test('a backfill makes the first claims of stored answers, free and once', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('tracking.analyze', { mode: 'domain', domain: 'oars.example' });
  clock.pass(60);
  const id = body.project_id;
  await call('tracking.activate', {
    personas: [],
    id,
    keywords: [],
    competitors: [],
    prompts: [{ prompt: 'Which oar?', category: 'general' }],
    platforms: ['chatgpt', 'claude'],
    frequency: 'weekly',
  });
  await call('tracking.run', { id });
  clock.pass(180);
  const before = await balance();
  const claims = async () => {
    await call('accuracy.backfill', { id });
    clock.pass(50);
    return (await call('accuracy.list', { id })).body.meta.total;
  };
  const first = await claims();
  expect(first).toBeGreaterThan(0);
  expect(await claims()).toBe(first);
  expect(await balance()).toBe(before);
});

test('checks of a project are one an hour, whoever asks', async () => {
  // Document 1, "Rate limits": reverify and backfill, per project.
  const { call, clock } = await visit({ rate: 1000 });
  expect((await call('accuracy.reverify', { id: 1 })).status).toBe(202);
  const refused = await call('accuracy.backfill', { id: 1 }, 'sandbox-member');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('3600');
  expect((await call('accuracy.reverify', { id: 2 }, 'sandbox-guest')).status).toBe(202);
  clock.pass(3600);
  expect((await call('accuracy.backfill', { id: 1 })).status).toBe(202);
});

test('what makes fact checks dearer shares 5 a minute', async () => {
  const { call } = await visit({ rate: 1000 });
  await call('accuracy.reverify', { id: 1 });
  await call('brand_knowledge.rebuild_index', { id: 1 });
  await call('brand_knowledge.seed_truth_source', { id: 1 });
  await call('brand_knowledge.update_refresh', { id: 1, frequency: 'daily' });
  expect((await call('brand_knowledge.update_team_refresh', { frequency: 'daily' })).status).toBe(200);
  expect((await call('brand_knowledge.refresh_truth_source', { id: 1 })).status).toBe(429);
  expect((await call('brand_knowledge.get_refresh', { id: 1 })).status).toBe(200);
});

test('until a person has confirmed a truth source, nothing is judged and nothing is drawn', async () => {
  // Document 2, "States": a human must confirm before the fact-check gate arms.
  const { call, clock, balance } = await visit();
  const { body } = await call('tracking.analyze', { mode: 'domain', domain: 'oars.example' });
  clock.pass(60);
  const id = body.project_id;
  const prompts = [{ prompt: 'Which oar?', category: 'product' }];
  await call('tracking.activate', {
    personas: [],
    id,
    keywords: [],
    competitors: [],
    prompts,
    platforms: ['chatgpt', 'claude'],
    frequency: 'weekly',
  });
  await call('tracking.run', { id });
  clock.pass(180);
  await call('accuracy.backfill', { id });
  clock.pass(50);
  await call('brand_knowledge.seed_truth_source', { id });
  const before = await balance();
  await call('accuracy.reverify', { id });
  clock.pass(50);
  await call('brand_knowledge.rebuild_index', { id });
  clock.pass(90);
  expect((await call('brand_knowledge.read', { brand: id })).body.armed).toBe(false);
  const { data } = (await call('accuracy.list', { id })).body;
  expect(data.length).toBeGreaterThan(0);
  for (const claim of data)
    expect(claim).toMatchObject({ status: 'unverified', verification_status: null, ground_truth_source_anchor: null });
  expect(await balance()).toBe(before);
});
