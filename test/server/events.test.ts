import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { serve } from './mcp.ts';

const takes = { receive: async () => 200 as const };

/** Everything the server says to these bytes until it closes the connection. */
async function answerTo(url: string, lines: readonly string[], body: string): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  const head = [
    'POST /events HTTP/1.1',
    `Host: ${host}`,
    'Content-Type: application/json',
    'Connection: close',
    ...lines,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

it('deliveries need no bearer token, and are posted', async () => {
  const { url } = await serve({ ...takes, token: () => 'a-token-of-more-than-thirty-two-characters' });
  const events = new URL('/events', url);
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(events, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  expect((await fetch(events, { headers })).status).toBe(405);
});

it('a delivery that arrives while the server exits is repeated by the platform', async () => {
  const { url, server } = await serve(takes);
  await server.drain(AbortSignal.abort());
  expect(statusOf(await answerTo(url, ['Content-Length: 2'], '{}'))).toBe(503);
});

it('a delivery that is being recorded when the server exits is answered', async () => {
  const [taken, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<200>()];
  const { url, server } = await serve({ receive: () => (taken.resolve(), recorded.promise) });
  const answer = answerTo(url, ['Content-Length: 2'], '{}');
  await taken.promise;
  const left = server.drain(new AbortController().signal).then(() => server.close());
  await turn();
  recorded.resolve(200);
  expect(statusOf(await answer)).toBe(200);
  await left;
});
