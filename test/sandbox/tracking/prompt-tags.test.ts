import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const tagged = async ({ call }: Visit, slug: string): Promise<number> =>
  (await call('prompt_tags.list')).body.data.find((tag: { slug: string }) => tag.slug === slug).id;

test('every team starts with the four system dimensions, which stay', async () => {
  const { call } = await visit();
  for (const token of ['sandbox-owner', 'sandbox-guest']) {
    const { data } = (await call('prompt_tags.list_dimensions', {}, token)).body;
    expect(data.map(({ key }: { key: string }) => key)).toEqual(['topic', 'competitor', 'sub_intent', 'campaign']);
    expect((await call('prompt_tags.delete_dimension', { id: data[0].id }, token)).status).toBe(422);
  }
});

test('a dimension of its own has a key in lowercase, once, and can go', async () => {
  const { call } = await visit();
  expect((await call('prompt_tags.create_dimension', { key: 'Price Range', label: 'x' })).body.errors).toHaveProperty(
    'key',
  );
  const { status, body } = await call('prompt_tags.create_dimension', { key: 'price_range', label: 'Price range' });
  expect(status).toBe(201);
  expect((await call('prompt_tags.create_dimension', { key: 'price_range', label: 'Again' })).status).toBe(422);
  expect((await call('prompt_tags.update_dimension', { id: body.data.id, sort_order: 0 })).body.data.sort_order).toBe(
    0,
  );
  expect((await call('prompt_tags.delete_dimension', { id: body.data.id })).status).toBe(200);
});

test("another team's tags and dimensions are answered as missing", async () => {
  // Document 1, "Authentication", rule 3.
  const here = await visit();
  const id = await tagged(here, 'boxes');
  expect((await here.call('prompt_tags.update', { id, label: 'x' }, 'sandbox-guest')).status).toBe(404);
  expect((await here.call('prompt_tags.update_dimension', { id: 1, label: 'x' }, 'sandbox-guest')).status).toBe(404);
  expect((await here.call('prompt_tags.list', {}, 'sandbox-guest')).body.data).toEqual([]);
});

test('labels that give the same slug get different ones, and a new label a new one', async () => {
  const { call } = await visit();
  const { body } = await call('prompt_tags.create', { dimension_id: 1, label: 'Boxes!' });
  expect(body.data.slug).toBe('boxes-2');
  expect((await call('prompt_tags.update', { id: body.data.id, label: 'Crates' })).body.data.slug).toBe('crates');
  expect((await call('prompt_tags.list', { dimension: 'topic' })).body.data).toHaveLength(3);
  expect((await call('prompt_tags.list', { dimension: 2 })).body.data).toEqual([]);
});

test('a tag goes only when no prompt has it', async () => {
  const here = await visit();
  const id = await tagged(here, 'boxes');
  const {
    data: [prompt],
  } = (await here.call('prompts.list', { id: 1 })).body;
  expect((await here.call('prompt_tags.assign', { id: prompt.id, tag_id: id })).status).toBe(201);
  expect((await here.call('prompt_tags.delete', { id })).status).toBe(422);
  await here.call('prompt_tags.unassign', { id: prompt.id, tagId: id });
  expect((await here.call('prompt_tags.delete', { id })).status).toBe(200);
  expect((await here.call('prompt_tags.update', { id, label: 'x' })).status).toBe(404);
});

test('a dimension goes only when no prompt has one of its tags', async () => {
  const { call } = await visit();
  const { id } = (await call('prompt_tags.create_dimension', { key: 'season', label: 'Season' })).body.data;
  const { id: tag_id } = (await call('prompt_tags.create', { dimension_id: id, label: 'Winter' })).body.data;
  await call('prompt_tags.assign', { id: 1, tag_id });
  expect((await call('prompt_tags.delete_dimension', { id })).status).toBe(422);
  expect((await call('prompt_tags.list', { dimension: id })).body.data).toHaveLength(1);
  await call('prompt_tags.unassign', { id: 1, tagId: tag_id });
  expect((await call('prompt_tags.delete_dimension', { id })).status).toBe(200);
  expect((await call('prompt_tags.list', { dimension: id })).body.data).toEqual([]);
});

test('a merge moves assignments, once each, and ends the source', async () => {
  const here = await visit();
  const [from, to] = [await tagged(here, 'boxes'), await tagged(here, 'stoves')];
  const ids = (await here.call('prompts.list', { id: 1 })).body.data.map(({ id }: { id: number }) => id);
  expect(
    (await here.call('prompt_tags.bulk_tag', { id: 1, prompt_ids: ids, tag_id: from, operation: 'add' })).body,
  ).toEqual({ updated: 3, skipped: 0 });
  expect(
    (await here.call('prompt_tags.bulk_tag', { id: 1, prompt_ids: [ids[0], 4711], tag_id: to, operation: 'add' })).body,
  ).toEqual({ updated: 1, skipped: 1 });
  expect((await here.call('prompt_tags.merge', { id: from, target_id: to })).body).toMatchObject({
    moved: 2,
    deduplicated: 1,
  });
  expect((await here.call('prompts.list', { id: 1, tags: ['stoves'] })).body.data).toHaveLength(3);
  expect((await here.call('prompt_tags.list')).body.data).toHaveLength(1);
});

test('one tag is applied to all prompts by a job, and only adds', async () => {
  const here = await visit();
  const tag_id = await tagged(here, 'boxes');
  const started = await here.call('prompt_tags.apply_single_tag', { id: 1, tag_id });
  expect(started.status).toBe(202);
  expect(started.headers.get('location')).toBe(started.body.poll_url);
  const runId = started.body.id;
  expect((await here.call('prompt_tags.taxonomy_run', { id: 1, runId })).body).toMatchObject({
    is_running: true,
    scope_tag_id: tag_id,
    is_single_tag_run: true,
  });
  expect((await here.call('prompt_tags.taxonomy_run', { id: 2, runId }, 'sandbox-guest')).status).toBe(404);
  here.clock.pass(50);
  const { body } = await here.call('prompt_tags.taxonomy_run', { id: 1, runId });
  expect(body).toMatchObject({ is_running: false, status: 'completed' });
  // Document 2, "Prompt tagging": applied to all prompts.
  const all = (await here.call('prompts.list', { id: 1 })).body.data.length;
  expect((await here.call('prompts.list', { id: 1, tags: ['boxes'] })).body.data).toHaveLength(all);
  expect(body.proposed_count).toBe(all);
  expect(await here.balance()).toBe(995);
});

test('a tag of a dimension no model can judge is refused, and nothing is charged', async () => {
  const { call, balance } = await visit();
  const campaign = (await call('prompt_tags.list_dimensions')).body.data[3];
  const { body } = await call('prompt_tags.create', { dimension_id: campaign.id, label: 'Autumn' });
  expect((await call('prompt_tags.apply_single_tag', { id: 1, tag_id: body.data.id })).status).toBe(422);
  expect(await balance()).toBe(1000);
});
