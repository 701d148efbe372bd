import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('a batch is rewritten text by text, for 8 credits', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('humanizer.humanize', { texts: ['One.', 'Two would fail.'] });
  expect(await balance()).toBe(992);
  clock.pass(60);
  const batch = (await call('humanizer.batch', { batch: body.batch_id })).body;
  expect(batch).toMatchObject({ status: 'completed', documents: [{ status: 'completed' }, { status: 'failed' }] });
  const document = { batch: body.batch_id, document: batch.documents[0].id };
  expect((await call('humanizer.document', document)).body).toMatchObject({
    original: 'One.',
    rewrites: 1,
    text: expect.any(String),
  });
});

test('a text is rewritten again for 8 more, and scored again for nothing', async () => {
  const { call, clock, balance } = await visit();
  const document = { batch: 1, document: 1 };
  await call('humanizer.rehumanize', document);
  expect((await call('humanizer.rehumanize', document)).status).toBe(409);
  clock.pass(40);
  expect((await call('humanizer.document', document)).body).toMatchObject({ status: 'completed', rewrites: 2 });
  expect((await call('humanizer.rescore', document)).body.score_after).toEqual(expect.any(Number));
  expect(await balance()).toBe(992);
});

test('a document is found in its own batch only', async () => {
  const { call } = await visit();
  const { body } = await call('humanizer.humanize', { text: 'One.' });
  expect((await call('humanizer.document', { batch: body.batch_id, document: 1 })).status).toBe(404);
  expect((await call('humanizer.batch', { batch: 1 }, 'sandbox-guest')).status).toBe(403);
});

test.each([{ article_ids: [1] }, { items: [{ text: 'One.' }, { text: 'Two.' }] }, { passage: 'One.' }])(
  'texts are found wherever they stand: %j',
  async (sent) => {
    const { call } = await visit();
    const { status, body } = await call('humanizer.humanize', sent);
    expect({ status, documents: body.documents_count }).toEqual({ status: 202, documents: 'items' in sent ? 2 : 1 });
  },
);
