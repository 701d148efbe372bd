import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const completed = async ({ call, clock }: Visit): Promise<number> => {
  const { body } = await call('storylines.create', { project: 1, keyword: 'tent poles' });
  clock.pass(60);
  return body.storyline_id;
};

test('a storyline is researched, then costs its 5 credits once', async () => {
  const { call, clock, balance } = await visit();
  const { status, body } = await call('storylines.create', { project: 1, keyword: 'tent poles' });
  expect({ status, state: body.status }).toEqual({ status: 202, state: 'generating' });
  clock.pass(59);
  expect(await balance()).toBe(1000);
  clock.pass(1);
  const { data } = (await call('storylines.get', { id: body.storyline_id })).body;
  expect(data).toMatchObject({ status: 'completed', approved_at: null });
  expect(data.structure.length).toBeGreaterThan(0);
  expect(await balance()).toBe(995);
});

test('a failed storyline costs nothing', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('storylines.create', { project: 1, keyword: 'fail' });
  clock.pass(60);
  expect((await call('storylines.get', { id: body.storyline_id })).body.data.status).toBe('failed');
  expect(await balance()).toBe(1000);
});

test('a finished structure is stored at once and free', async () => {
  const { call, balance } = await visit({ balance: 0 });
  const { status, body } = await call('storylines.create', { project: 1, structure: [{ heading: 'One' }] });
  expect({ status, data: body.data }).toMatchObject({
    status: 201,
    data: { id: body.storyline_id, structure: [{ heading: 'One' }] },
  });
  expect(await balance()).toBe(0);
});

test('without keyword and structure nothing is created', async () => {
  const { call } = await visit();
  expect((await call('storylines.create', { project: 1 })).body.errors).toHaveProperty('keyword');
});

test('approving twice keeps the first approval', async () => {
  const here = await visit();
  const id = await completed(here);
  const { data: first } = (await here.call('storylines.approve', { id })).body;
  expect(first).toMatchObject({ status: 'approved', approved_by: 1 });
  here.clock.pass(60);
  expect((await here.call('storylines.approve', { id }, 'sandbox-member')).body.data).toEqual(first);
});

test('an article is assembled once: the second call returns it and costs nothing', async () => {
  const here = await visit();
  const id = await completed(here);
  const { body } = await here.call('storylines.assemble_article', { id });
  here.clock.pass(90);
  expect((await here.call('storylines.assemble_article', { id })).body).toEqual(body);
  expect(await here.balance()).toBe(985);
  const { data } = (await here.call('articles.get', { id: body.article_id })).body;
  expect(data).toMatchObject({ storyline_id: id, processing_status: 'ready', language: 'de' });
  expect((await here.call('storylines.get', { id })).body.data.article_id).toBe(body.article_id);
});

test('a storyline that is neither approved nor completed gives no article', async () => {
  const { call, balance } = await visit();
  expect((await call('storylines.assemble_article', { id: 2 })).status).toBe(422);
  await call('storylines.update', { id: 2, status: 'completed' });
  expect((await call('storylines.assemble_article', { id: 2 })).status).toBe(202);
  expect((await call('storylines.update', { id: 2, status: 'pending' })).status).toBe(422);
  expect(await balance()).toBe(990);
});

test('a status of approved set by an update is dated and signed as an approval', async () => {
  const { call } = await visit();
  const { data } = (await call('storylines.update', { id: 1, status: 'approved' })).body;
  expect(data).toMatchObject({ status: 'approved', approved_at: expect.any(String), approved_by: 1 });
  expect((await call('storylines.update', { id: 1, status: 'approved' })).body.data.approved_at).toBe(data.approved_at);
});
