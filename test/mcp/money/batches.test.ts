import { expect, it, onTestFinished } from 'vitest';
import { openHttp } from '../support/in-process.ts';
import { olderClient } from '../support/http-server.ts';

const scope = { onTestFinished };
const ping = (id: number | string): object => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: number | string): object => ({ jsonrpc: '2.0', id, result: {} });

it('over HTTP, a batch of a client of 2025-03-26 is answered', async () => {
  const server = await openHttp(scope, { env: { VISIBILITY_SANDBOX: '1' } });
  const { session } = await olderClient(server, '2025-03-26');
  const { status, messages } = await server.ask({
    headers: { 'mcp-session-id': String(session) },
    body: [ping(1), { jsonrpc: '2.0', method: 'notifications/nothing' }, ping(2)],
  });
  expect([status, messages]).toEqual([200, [pong(1), pong(2)]]);
});
