import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { bench, refusal, type Bench } from '../../../support/bench.ts';
import { selfSigned } from '../../../support/network/certificate.ts';
import { article, emptyList, generate, projects, writeArticles } from '../../../support/stories.ts';
import { front, tlsFront, type Front } from '../../../support/network/tls-front.ts';

const usual = getCACertificates('default');
const trust = (): void => setDefaultCACertificates([...usual, selfSigned.cert]);
afterEach(() => setDefaultCACertificates(usual));

const nothingHeld = { charged: 0, reserved: 0, in_doubt: 0 };

const vouchesForItself = ({ platform }: Bench): Promise<Front> => tlsFront(platform.url);
const isVouchedFor = (rig: Bench): Promise<Front> => {
  trust();
  return tlsFront(rig.platform.url);
};
const speaksNoTls = (): Promise<Front> =>
  front(createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))));
const hangsUp = (): Promise<Front> =>
  front(createServer((socket) => socket.once('data', () => socket.resetAndDestroy())));

test.each([
  ['vouches for itself', vouchesForItself, '127.0.0.1', /SELF_SIGNED/],
  ['is another host', isVouchedFor, 'localhost', /ALTNAME/],
  ['speaks no TLS', speaksNoTls, '127.0.0.1', /SSL|EPROTO/],
  ['hangs up on the handshake', hangsUp, '127.0.0.1', /ECONNRESET|socket/],
])('nothing is sent to a server that %s, and nothing is held', async (_, behind, host, reason) => {
  await using rig = await bench();
  rig.platform.on('GET /projects', emptyList);
  writeArticles(rig.platform);
  await using server = await behind(rig);
  const client = await rig.client({ apiUrl: `https://${host}:${server.port}/api/v1` });
  for (const call of [() => client.call(projects, {}), () => client.call(generate, article())]) {
    const refused = await refusal(call());
    expect(refused).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
    expect(refused.message).toMatch(reason);
  }
  expect(server.connections).toBeGreaterThanOrEqual(8);
  expect(rig.platform.seen).toEqual([]);
  expect((await client.money()).totals).toEqual(nothingHeld);
});

test('a call that a certificate held up goes through once the certificate is trusted, and is paid once', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  await using server = await tlsFront(rig.platform.url);
  const client = await rig.client({
    apiUrl: `https://127.0.0.1:${server.port}/api/v1`,
    budget: [{ credits: 5, window: 'day' }],
  });
  expect((await refusal(client.call(generate, article()))).code).toBe('unreachable');
  trust();
  expect((await client.call(generate, article())).job?.state).toBe('completed');
  expect(rig.platform.to('POST /articles/1/generate')).toHaveLength(1);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});
