import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const texts = ({ body }: { body: { data: { prompt_text: string }[] } }) =>
  body.data.map(({ prompt_text }) => prompt_text).toSorted();
const find = async ({ call }: Visit, search: string) => texts(await call('prompts.list', { id: 1, search }));

const upload = ({ call }: Visit, content: string, more = {}) =>
  call('prompts.import', { id: 1, file: new File([content], 'prompts.csv'), ...more });

test('a search means all words, excludes with minus, and takes phrases and parts of short words', async () => {
  // Document 2, "Prompt list filters".
  const here = await visit();
  expect(await find(here, 'camping box')).toEqual(['Which camping box lasts longest?']);
  expect(await find(here, 'camping -longest')).toEqual(['Who makes camping boxes in Germany?']);
  expect(await find(here, '+stove +two')).toEqual(['What is a good stove for two?']);
  expect(await find(here, '"box camping"')).toEqual([]);
  expect(await find(here, '"good stove"')).toHaveLength(1);
  expect(await find(here, 'mp')).toHaveLength(2);
  expect(await find(here, 'amping')).toEqual([]);
});

test('filters take one value or several, and all must hold', async () => {
  const here = await visit();
  const { body } = await here.call('prompts.create', {
    id: 1,
    prompt_text: 'How heavy is a box?',
    prompt_category: 'weight',
    persona_label: 'Carla',
  });
  expect((await here.raw('/tracking-projects/1/prompts?category=weight')).body.data).toMatchObject([
    { id: body.data.id },
  ]);
  expect((await here.call('prompts.list', { id: 1, category: ['weight', 'product'] })).body.data).toHaveLength(4);
  expect(
    (await here.call('prompts.list', { id: 1, category: ['weight', 'product'], persona: ['Carla'] })).body.data,
  ).toHaveLength(1);
  await here.call('prompts.monitor', { id: 1, promptId: body.data.id, status: 'paused' });
  expect((await here.call('prompts.list', { id: 1, active_only: 1 })).body.data).toHaveLength(3);
  expect((await here.call('prompts.list', { id: 1, monitor_status: ['paused', 'excluded'] })).body.data).toHaveLength(
    1,
  );
  await here.call('prompts.refresh_volumes', { id: 1 });
  here.clock.pass(20);
  expect((await here.call('prompts.list', { id: 1, volume_min: 1 })).body.data).toHaveLength(4);
  expect((await here.call('prompts.list', { id: 1, volume_min: 999_999 })).body.data).toEqual([]);
});

test('tags are alternatives within a dimension and join across dimensions', async () => {
  const { call } = await visit();
  const { data: tags } = (await call('prompt_tags.list')).body;
  const [stoves, boxes] = [
    tags.find((tag: { slug: string }) => tag.slug === 'stoves'),
    tags.find((tag: { slug: string }) => tag.slug === 'boxes'),
  ];
  const { data: dimensions } = (await call('prompt_tags.list_dimensions')).body;
  const spring = (await call('prompt_tags.create', { dimension_id: dimensions[3].id, label: 'Spring' })).body.data;
  const {
    data: [one, two],
  } = (await call('prompts.list', { id: 1 })).body;
  await call('prompt_tags.assign', { id: one.id, tag_id: boxes.id });
  await call('prompt_tags.assign', { id: two.id, tag_id: stoves.id });
  await call('prompt_tags.assign', { id: two.id, tag_id: spring.id });
  expect((await call('prompts.list', { id: 1, tags: [boxes.id, stoves.id] })).body.data).toHaveLength(2);
  expect((await call('prompts.list', { id: 1, tags: [boxes.id, 'stoves', 'spring'] })).body.data).toMatchObject([
    { id: two.id },
  ]);
  expect((await call('prompts.list', { id: 1, tags: [4711] })).body.data).toEqual([]);
  expect((await call('prompts.list', { id: 1, tags: [boxes.id, 4711] })).body.data).toEqual(
    (await call('prompts.list', { id: 1, tags: [boxes.id] })).body.data,
  );
});

test('the list is paged only when a page size is given', async () => {
  const { call } = await visit();
  expect((await call('prompts.list', { id: 1 })).body.data).toHaveLength(3);
  const { body } = await call('prompts.list', { id: 1, per_page: 2, page: 2 });
  expect(body.data).toHaveLength(1);
  expect(body.meta).toEqual({ total: 3, per_page: 2, current_page: 2, last_page: 2 });
});

test('an extract hands out the selected prompts and deletes them', async () => {
  const { call } = await visit();
  const {
    data: [one, two],
  } = (await call('prompts.list', { id: 1 })).body;
  await call('prompts.monitor', { id: 1, promptId: two.id, status: 'excluded' });
  const { body } = await call('prompts.extract', { id: 1, prompt_ids: [one.id, two.id], active_only: true });
  expect(body).toMatchObject({ extracted: [{ id: one.id }], deleted_count: 1 });
  expect((await call('prompts.extract', { id: 1 })).body.deleted_count).toBe(2);
  expect((await call('prompts.list', { id: 1 })).body.data).toEqual([]);
});

test('an import skips what is there, names bad rows, and says which columns it took', async () => {
  const here = await visit();
  const { body } = await upload(
    here,
    `Question,Category\nHow wide is a box?,size\nHow wide is a box?,size\nWhat is a good stove for two?,x\n${'y'.repeat(5001)},z\n`,
  );
  expect(body).toEqual({
    imported: 1,
    skipped: 2,
    errors: [{ row: 5, message: expect.any(String) }],
    mapping_used: { prompt_text: 0, prompt_category: 1 },
  });
  expect(
    (await upload(here, 'a,b\nsize,How tall is a box?\n', { mapping: { prompt_text: 1, prompt_category: 0 } })).body
      .imported,
  ).toBe(1);
  expect((await here.call('prompts.list', { id: 1, category: ['size'] })).body.data).toHaveLength(2);
  expect((await upload(here, 'a,b\n1,2\n')).body.errors).toHaveProperty('file');
});

test('a persona that somebody chose survives every classification', async () => {
  const { call, clock } = await visit();
  const {
    body: { data: mine },
  } = await call('prompts.create', { id: 1, prompt_text: 'How light?', persona_label: 'Chosen Chris' });
  expect((await call('prompts.classify_persona', { id: 1, promptId: mine.id })).body.persona_label).toBe(
    'Chosen Chris',
  );
  expect((await call('prompts.bulk_classify_persona', { id: 1 })).body).toEqual({
    tracking_project_id: 1,
    pending_classifications: 3,
    status: 'queued',
  });
  clock.pass(20);
  const { data } = (await call('prompts.list', { id: 1 })).body;
  expect(data.every(({ persona_label }: { persona_label: string | null }) => persona_label !== null)).toBe(true);
  expect(data.find(({ id }: { id: number }) => id === mine.id).persona_label).toBe('Chosen Chris');
});

test('intents are classified at once for one prompt, in the background for all', async () => {
  const { call, clock } = await visit();
  const {
    data: [one],
  } = (await call('prompts.list', { id: 1 })).body;
  expect((await call('prompts.classify_intent', { id: 1, promptId: one.id })).body.funnel_stage).toEqual(
    expect.any(String),
  );
  expect((await call('prompts.bulk_classify_intent', { id: 1 })).body.pending_classifications).toBe(2);
  clock.pass(20);
  const { data } = (await call('prompts.list', { id: 1, funnel: ['awareness', 'consideration', 'decision'] })).body;
  expect(data).toHaveLength(3);
});

test('a paused prompt costs nothing in the next run', async () => {
  const { call } = await visit();
  const { data } = (await call('prompts.list', { id: 1 })).body;
  const prompt_ids = [data[0].id, data[1].id, 4711];
  expect((await call('prompts.bulk_monitor', { id: 1, prompt_ids, status: 'paused' })).body).toMatchObject({
    updated: 2,
    skipped: 1,
  });
  expect((await call('tracking.cost_preview', { id: 1 })).body.credits_per_run).toBe(2);
  expect((await call('prompts.bulk_monitor', { id: 1, prompt_ids })).status).toBe(422);
});

test('a prompt of another project is answered as missing, one of another team with 403', async () => {
  const { call } = await visit();
  const {
    data: [one],
  } = (await call('prompts.list', { id: 1 })).body;
  const {
    body: { data: theirs },
  } = await call('prompts.create', { id: 2, prompt_text: 'Is the inn open?' }, 'sandbox-guest');
  expect((await call('prompts.monitor', { id: 1, promptId: theirs.id, status: 'paused' })).status).toBe(404);
  expect((await call('prompts.delete', { id: theirs.id })).status).toBe(403);
  expect((await call('prompts.delete', { id: one.id })).status).toBe(200);
});

test('active_only is a flag in every form of one', async () => {
  const { call, raw } = await visit();
  const {
    data: [first, ...others],
  } = (await call('prompts.list', { id: 1 })).body;
  await call('prompts.monitor', { id: 1, promptId: first.id, status: 'paused' });
  for (const on of ['1', 'true'])
    expect((await raw(`/tracking-projects/1/prompts?active_only=${on}`)).body.data).toHaveLength(others.length);
  for (const off of ['0', 'false'])
    expect((await raw(`/tracking-projects/1/prompts?active_only=${off}`)).body.data).toHaveLength(others.length + 1);
});

test('a bulk change takes its ids under either name', async () => {
  // Document 2: "prompt id list plus monitor status; exact body: not shown".
  const { raw } = await visit();
  const change = (body: object) =>
    raw('/tracking-projects/1/prompts/bulk-monitor', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  expect((await change({ ids: [1, 2], status: 'excluded' })).body).toMatchObject({ updated: 2 });
  expect((await change({ prompt_ids: [1, 2], monitor_status: 'active' })).body).toMatchObject({ updated: 2 });
});

test('an import maps a column by any of its names, and reads a plain list', async () => {
  const { call } = await visit();
  const imported = async (lines: string, mapping?: object) =>
    (await call('prompts.import', { id: 1, file: new File([lines], 'prompts.csv'), ...(mapping ? { mapping } : {}) }))
      .body;
  expect(await imported('kind,words\nshop,Where are pots sold?', { prompt: 1 })).toMatchObject({
    imported: 1,
    mapping_used: { prompt_text: 1 },
  });
  expect(await imported('Which pan is light?\nWhich pan is cheap?')).toMatchObject({
    imported: 2,
    mapping_used: { prompt_text: 0 },
  });
});
