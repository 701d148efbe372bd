import { createHmac } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { json, type Platform, platformFor } from '../support/platform.ts';
import { visit, type Visit } from './visit.ts';

const hook = 'POST /hook';

let receiver: Platform;

beforeEach(async () => {
  receiver = await platformFor({ onTestFinished });
  receiver.on(hook, json({}));
});

const begin = async ({ call }: Visit) => {
  return (await call('grounding.batch', { urls: ['https://oars.example/'], callback_url: `${receiver.url}/hook` }))
    .body;
};

/** Asks until the callback of the batch stands as expected. */
async function settled({ call }: Visit, id: string, status: string, attempts: number): Promise<void> {
  await expect
    .poll(async () => (await call('grounding.batch_status', { id })).body.callback, { interval: 10, timeout: 30_000 })
    .toMatchObject({ status, attempts });
}

test('a finished batch posts its results, signed with the secret in the answer to its start, although no client polls', async () => {
  const here = await visit();
  const { batch_id, callback_secret } = await begin(here);
  here.clock.pass(5);
  await receiver.arrival(hook, 1);
  const { headers, body } = receiver.seen[0]!;
  expect(headers['x-service-signature']).toBe(
    `sha256=${createHmac('sha256', callback_secret).update(body).digest('hex')}`,
  );
  expect(headers['x-service-webhook-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(body)).toMatchObject({
    batch_id,
    status: 'completed',
    results: [{ url: 'https://oars.example/' }],
  });
  await settled(here, batch_id, 'delivered', 1);
});

test('a receiver that fails is tried again after 60, 300, 1800 and 7200 seconds, then no more', async () => {
  const here = await visit();
  receiver.on(hook, json({}, 429), json({}, 500));
  const { batch_id } = await begin(here);
  for (const [n, pause] of [5, 60, 300, 1800, 7200].entries()) {
    here.clock.pass(pause);
    await receiver.arrival(hook, n + 1);
    await settled(here, batch_id, n === 4 ? 'failed' : 'due', n + 1);
  }
});

test('no address outside this machine is called', async () => {
  const here = await visit();
  const { body } = await here.call('grounding.batch', {
    urls: ['https://oars.example/'],
    callback_url: 'https://hook.example/',
  });
  expect((await here.call('grounding.batch_status', { id: body.batch_id })).body.callback).toEqual({
    url: 'https://hook.example/',
    status: 'failed',
    attempts: 0,
  });
});
