import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHttp } from '../support/in-process.ts';
import { json, type Platform, platformFor } from '../../support/platform.ts';
import { modernClient, type Served } from '../support/http-server.ts';
import { pointedAt } from '../support/stdio-host.ts';
import { suiteScope } from '../support/suite-scope.ts';

const secret = 'events-secret-of-the-platform';
const signed = (body: string, key = secret) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

const articleEvent = (id: number) =>
  JSON.stringify({ id: 'evt_1', type: 'article.generated', team_id: 1, data: { article_id: id } });

const deliver = (body: string, headers: Record<string, string | undefined> = {}) =>
  server.ask({
    path: '/events',
    body,
    headers: Object.fromEntries(
      Object.entries({
        'content-type': 'application/json',
        'x-service-signature': signed(body),
        'x-service-event': 'article.generated',
        'x-service-delivery': 'd-1',
        ...headers,
      }).filter((header): header is [string, string] => header[1] !== undefined),
    ),
  });

const suite = suiteScope();
let platform: Platform;
let server: Served;

beforeAll(async () => {
  platform = await platformFor(suite);
  server = await openHttp(suite, {
    env: { ...pointedAt(platform), VISIBILITY_EVENTS_SECRET: `${secret},another-one-of-16` },
  });
});

describe('a delivery', () => {
  it.each([
    ['without a signature', { 'x-service-signature': undefined }, 401],
    ['with an empty signature', { 'x-service-signature': '' }, 401],
    ['with a signature that is none', { 'x-service-signature': 'sha256=abc' }, 401],
    ['with another algorithm', { 'x-service-signature': signed(articleEvent(7)).replace('sha256', 'sha1') }, 401],
    ['with the signature of another body', { 'x-service-signature': signed(articleEvent(8)) }, 401],
    [
      'with the signature of another secret',
      { 'x-service-signature': signed(articleEvent(7), 'none of the secrets') },
      401,
    ],
    ['without an id', { 'x-service-delivery': undefined }, 400],
    ['with an endless id', { 'x-service-delivery': 'd'.repeat(201) }, 400],
  ] as const)('%s is refused', async (_what, headers, status) => {
    expect((await deliver(articleEvent(7), headers)).status).toBe(status);
  });

  it('that arrives again, late, or in another order is taken', async () => {
    for (const [id, delivery] of [
      [9, 'd-9'],
      [7, 'd-7'],
      [7, 'd-7'],
      [9, 'd-9'],
    ] as const)
      expect((await deliver(articleEvent(id), { 'x-service-delivery': delivery })).status).toBe(200);
    const old = JSON.stringify({ type: 'article.generated', created_at: '2020-01-01T00:00:00Z', data: {} });
    expect((await deliver(old, { 'x-service-delivery': 'd-old' })).status).toBe(200);
  });

  it.each(['', 'null', '[]', '{"data":', '{"type":7,"data":[1]}', `${'['.repeat(50_000)}${']'.repeat(50_000)}`])(
    'that is signed and cannot be understood ends no subscription: %.20s',
    async (body) => {
      expect((await deliver(body, { 'x-service-delivery': `d-${body.length}` })).status).toBe(200);
    },
  );

  it('is signed with any of the secrets', async () => {
    const body = articleEvent(7);
    const headers = { 'x-service-signature': signed(body, 'another-one-of-16'), 'x-service-delivery': 'd-other' };
    expect((await deliver(body, headers)).status).toBe(200);
  });

  it('is nothing where no secret is set', async (scope) => {
    const without = await openHttp(scope, { env: pointedAt(platform) });
    expect((await without.ask({ path: '/events', body: {} })).status).toBe(404);
  });
});

it('the callback of a batch is taken with the secret that its start gave, and with no other', async () => {
  const batch = { batch_id: 'b-1', url_count: 1, callback_secret: 'shown-once-secret' };
  platform.on('POST /grounding/batch', json({ data: batch }, 202));
  platform.on('GET /grounding/batches/b-1', json({ data: { batch_id: 'b-1', status: 'processing' } }));
  await modernClient(server).call('call_paid', {
    operation: 'grounding.batch',
    arguments: { urls: ['https://tea.example/'], callback_url: 'https://mcp.example.com/events' },
    wait_s: 0,
  });
  await platform.arrival('POST /grounding/batch', 1);
  const body = JSON.stringify({ batch_id: 'b-1', status: 'completed', results: [] });
  const callback = (key: string, delivery?: string) =>
    deliver(body, {
      'x-service-signature': signed(body, key),
      'x-service-delivery': delivery,
      'x-service-event': undefined,
      'x-service-webhook-id': 'w-1',
    });
  await expect.poll(async () => (await callback('shown-once-secret')).status).toBe(200);
  expect((await callback('another secret')).status).toBe(401);
  // An event is signed by the subscription alone.
  expect((await callback('shown-once-secret', 'd-2')).status).toBe(401);
  const foreign = JSON.stringify({ batch_id: 'b-2', status: 'completed' });
  const forged = { 'x-service-signature': signed(foreign, 'shown-once-secret'), 'x-service-delivery': undefined };
  expect((await deliver(foreign, { ...forged, 'x-service-webhook-id': 'w-2' })).status).toBe(401);
});
