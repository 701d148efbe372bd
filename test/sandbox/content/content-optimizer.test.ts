import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('an analysis says where to poll, under both names of its id', async () => {
  // Document 1, "Versioning", rule 4.
  const { call, clock, balance } = await visit();
  const { body, headers } = await call('content_optimizer.analyze', { url: 'https://boxes.example', keyword: 'box' });
  expect(body.id).toBe(body.optimization_id);
  expect(headers.get('location')).toBe(body.poll_url);
  expect(new URL(body.poll_url).pathname).toBe(`/api/v1/content-optimizer/${body.id}`);
  clock.pass(50);
  const canonical = await call('content_optimizer.get', { id: body.id });
  expect(canonical.body.data).toMatchObject({ status: 'completed', optimization_id: body.id });
  expect((await call('content_optimizer.get_by_old_path', { id: body.id })).body).toEqual(canonical.body);
  expect(await balance()).toBe(995);
});

test.each(['apply', 'apply_by_old_path'])('suggestions are applied for 5 credits: %s', async (action) => {
  const { call, clock, balance } = await visit();
  await call(`content_optimizer.${action}`, { id: 1 });
  // Document 1, "Credits", rule 5: it is the caller who sees to it that nothing is paid twice.
  expect((await call('content_optimizer.apply', { id: 1 })).status).toBe(202);
  clock.pass(40);
  expect((await call('content_optimizer.get', { id: 1 })).body.data).toMatchObject({
    status: 'applied',
    applied_at: expect.any(String),
  });
  expect(await balance()).toBe(990);
});

test('with too few credits nothing is analyzed', async () => {
  const { call } = await visit({ balance: 4 });
  expect(await call('content_optimizer.analyze', { url: 'https://boxes.example' })).toMatchObject({
    status: 402,
    body: { error: { code: 'insufficient_credits' } },
  });
  expect((await call('content_optimizer.list')).body.meta.total).toBe(1);
});

test('a deleted optimization is gone', async () => {
  const { call } = await visit();
  expect((await call('content_optimizer.delete', { id: 1 }, 'sandbox-guest')).status).toBe(403);
  expect((await call('content_optimizer.delete', { id: 1 })).status).toBe(204);
  expect((await call('content_optimizer.get', { id: 1 })).status).toBe(404);
});

test('something that is not ready yet cannot be applied', async () => {
  const { call, balance } = await visit();
  const { body } = await call('content_optimizer.analyze', { url: 'https://boxes.example' });
  expect((await call('content_optimizer.apply', { id: body.id })).status).toBe(409);
  expect(await balance()).toBe(995);
});

test('what is analyzed may go by any name', async () => {
  const { raw } = await visit();
  const headers = { 'content-type': 'application/json' };
  const { status } = await raw('/content-optimizer/analyze', {
    method: 'POST',
    headers,
    body: JSON.stringify({ headline: 'Boxes' }),
  });
  expect(status).toBe(202);
});
