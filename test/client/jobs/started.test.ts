import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { AcknowledgeDelivery } from '../../../src/client/calls/reply.ts';
import { bench, token } from '../../support/bench.ts';
import { json, text } from '../../support/platform.ts';
import { batch } from '../../support/stories.ts';

const urls = { urls: ['https://a.example'] };
const secret = 'cb_5e3f0a';

/** A platform with a batch that runs until `finish` is called. */
async function withBatch() {
  const rig = await bench();
  let status = 'processing';
  rig.platform.on(
    'POST /grounding/batch',
    json({ batch_id: 1, url_count: 1, callback_secret: secret, status: 'queued' }, 202),
  );
  rig.platform.on('GET /grounding/batches/1', (...args) => json({ batch_id: 1, status })(...args));
  rig.platform.on('GET /grounding/batches/1/results.ndjson', text('{"url":"https://a.example","score":7}\n'));
  const state = await rig.state();
  const account = await state.accounts.key(rig.platform.url, token);
  const stored = async (): Promise<string> => JSON.stringify(await state.ledger.list(account, { limit: 10 }));
  return Object.assign(rig, { stored, finish: () => void (status = 'completed') });
}

test('a job whose number is too large for a number is polled by all its digits', async () => {
  await using rig = await bench();
  const id = '1234567890123456789';
  const image = (status: string, code = 200) => text(`{"data":{"id":${id},"processing_status":"${status}"}}`, code);
  rig.platform.on('POST /generate/image', image('queued', 202));
  rig.platform.on(`GET /images/${id}`, image('ready'));
  const client = await rig.client();
  const reply = await client.call(operationNamed('images.generate'), { prompt: 'A box' });
  expect(reply).toMatchObject({ data: { id }, job: { state: 'completed' } });
  const again = await client.call(operationNamed('images.get'), { id });
  expect(again.data).toMatchObject({ id });
});

test('what a start said reaches its caller at once and at the end, and a secret that is shown once is deleted with it', async () => {
  await using rig = await withBatch();
  const client = await rig.client({ account: undefined });
  const reply = await client.call(batch, urls, { waitSeconds: 1 });
  expect(reply).toMatchObject({
    data: null,
    job: { state: 'running' },
    started: { batch_id: 1, callback_secret: secret },
  });
  expect(await rig.stored()).not.toContain(secret);
  rig.finish();
  const done = await client.wait(reply.job?.job_id ?? '');
  expect(done).toMatchObject({
    job: { state: 'completed' },
    data: { columns: ['url', 'score'] },
    started: { batch_id: 1, url_count: 1 },
  });
  expect(JSON.stringify(done)).not.toContain(secret);
});

test.each([
  ['an envelope', { data: { batch_id: 1, callback_secret: secret, status: 'queued' } }],
  ['camel case', { batchId: 1, callbackSecret: secret, status: 'queued' }],
  ['an object of its own', { batch_id: 1, status: 'queued', callback: { callback_secret: secret } }],
])('a secret in %s leaves the store like any other', async (_, said) => {
  await using rig = await withBatch();
  rig.platform.on('POST /grounding/batch', json(said, 202));
  const client = await rig.client({ account: undefined });
  const reply = await client.call(batch, urls, { waitSeconds: 1 });
  expect(reply.job?.state).toBe('running');
  expect(JSON.stringify(reply.started)).toContain(secret);
  rig.finish();
  expect(JSON.stringify(await client.wait(reply.job?.job_id ?? ''))).not.toContain(secret);
  expect(await rig.stored()).not.toContain(secret);
});

test('a secret that nobody received is given to whoever takes the job up, and to nobody who only looks', async () => {
  await using rig = await withBatch();
  rig.finish();
  const client = await rig.client();
  const unheard: AcknowledgeDelivery[] = [];
  const reply = await client.call(batch, urls, { deferAcknowledgement: async (end) => void unheard.push(end) });
  expect(reply).toMatchObject({ started: { callback_secret: secret } });
  const id = reply.job?.job_id ?? '';
  // The answer was never written: its process died, or the client hung up.
  expect(JSON.stringify(await client.jobs())).not.toContain(secret);
  expect(JSON.stringify(await client.wait(id, { omitOneTimeFields: true }))).not.toContain(secret);
  expect(await (await rig.client()).wait(id)).toMatchObject({ started: { callback_secret: secret } });
  expect(JSON.stringify(await client.wait(id))).not.toContain(secret);
});

test('a reply that turns out not to have been received gives its secret back to the record', async () => {
  await using rig = await withBatch();
  rig.finish();
  const client = await rig.client();
  const ends: AcknowledgeDelivery[] = [];
  const reply = await client.call(batch, urls, { deferAcknowledgement: async (end) => void ends.push(end) });
  for (const end of ends) await end(true);
  for (const end of ends) await end(false);
  expect(await client.wait(reply.job?.job_id ?? '')).toMatchObject({ started: { callback_secret: secret } });
});
