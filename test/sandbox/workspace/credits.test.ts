import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('the history adds up to the balance, newest first', async () => {
  const { call, clock, balance } = await visit({ balance: 100 });
  await call('articles.optimize', { id: 1 });
  await call('storylines.create', { project: 1, keyword: 'rain' });
  await call('storylines.create', { project: 1, keyword: 'fail' });
  clock.pass(200);
  await call('projects.list');
  const { data } = (await call('credits.history')).body;
  expect(data.map(({ delta, endpoint }: { delta: number; endpoint: string }) => [delta, endpoint])).toEqual([
    [-5, 'POST /projects/{project}/storylines'],
    [-5, 'POST /articles/{id}/optimize'],
    [100, 'Opening top-up'],
  ]);
  expect(data[0].balance_after).toBe(await balance());
  expect(await balance()).toBe(90);
});

test('with too little left the answer is 402 and nothing is dispatched', async () => {
  // Document 1, "Credits", rule 3.
  const { call, balance } = await visit({ balance: 4 });
  const { status, body } = await call('articles.optimize', { id: 1 });
  expect({ status, body }).toMatchObject({
    status: 402,
    body: { error: 'insufficient_credits', required: 5, available: 4 },
  });
  expect(await balance()).toBe(4);
  expect((await call('articles.get', { id: 1 })).body.data.processing_status).toBe('ready');
});

test('jobs that draw at their end cannot overdraw the balance together', async () => {
  const { call, clock, balance } = await visit({ balance: 9 });
  expect((await call('storylines.create', { project: 1, keyword: 'one' })).status).toBe(202);
  expect((await call('storylines.create', { project: 1, keyword: 'two' })).body).toMatchObject({
    required: 5,
    available: 4,
  });
  expect(await balance()).toBe(9);
  clock.pass(60);
  expect(await balance()).toBe(4);
});

test('a team is short of nothing that another team spends', async () => {
  const { call, balance } = await visit();
  await call('articles.optimize', { id: 1 }, 'sandbox-member');
  expect([await balance('sandbox-owner'), await balance('sandbox-guest')]).toEqual([995, 1000]);
});

test('what is not there, or not in the right state, is refused before money is', async () => {
  const { call } = await visit({ balance: 0 });
  expect((await call('articles.optimize', { id: 999 })).status).toBe(404);
  expect((await call('storylines.assemble_article', { id: 2 })).status).toBe(422);
});
