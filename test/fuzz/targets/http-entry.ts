import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { Server } from '@modelcontextprotocol/server';
import { systemClock } from '../../../src/base/clock.ts';
import { factoryOf } from '../../support/server-factory.ts';
import { callerBounds } from '../../../src/server/http/bounds.ts';
import { serveOverHttp, type HttpServer } from '../../../src/server/http/serve-over-http.ts';

export const name = 'http-entry';

const token = 'a-token-of-more-than-thirty-two-characters';

export const tokens = [
  'POST /mcp HTTP/1.1\r\n',
  'GET /healthz HTTP/1.1\r\n',
  'Host: localhost\r\n',
  'Host: evil.example\r\n',
  'Origin: http://localhost\r\n',
  `Authorization: Bearer ${token}\r\n`,
  'Authorization: Bearer wrong\r\n',
  'Content-Type: application/json\r\n',
  'Accept: application/json, text/event-stream\r\n',
  'Content-Length: 10\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Expect: 100-continue\r\n',
  'Connection: keep-alive\r\n',
  'Upgrade: websocket\r\n',
  'Mcp-Session-Id: 1\r\n',
  'MCP-Protocol-Version: 2026-07-28\r\n',
  '\r\n\r\n',
  '0\r\n\r\n',
];

let server: HttpServer | undefined;
const defects: unknown[] = [];

export async function open(): Promise<void> {
  const factory = factoryOf(() => new Server({ name: 'fuzz', version: '1' }, { capabilities: { tools: {} } }));
  server = await serveOverHttp(factory, {
    listen: { host: '127.0.0.1', port: 0 },
    token: () => token,
    clock: systemClock,
    bounds: callerBounds(),
    silenceMs: 1_000,
    // What a client sent that cannot be served is told here as well, as the SDK's own errors.
    onError: (error) =>
      void (error instanceof TypeError || error instanceof RangeError ? defects.push(error) : undefined),
  });
}

export async function close(): Promise<void> {
  await server?.close();
}

/** Whatever is written to the socket: only the right token gets past the guard, nothing gives 500, and the server goes on. */
export async function check(input: Buffer): Promise<string> {
  const { hostname, port } = new URL(server?.url ?? '');
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('error', () => {})
    .once('close', () => resolve());
  socket.once('end', () => socket.end());
  socket.end(input);
  const timer = setTimeout(() => socket.destroy(), 3_000);
  await closed;
  clearTimeout(timer);
  const statuses = [
    ...Buffer.concat(chunks)
      .toString('latin1')
      .matchAll(/^HTTP\/1\.1 (\d{3})/gm),
  ].map(([, status]) => Number(status));
  assert.ok(
    !statuses.some((status) => status === 500),
    `status 500: ${Buffer.concat(chunks).toString('latin1').slice(0, 500)}`,
  );
  if (!input.includes(token))
    assert.ok(!statuses.some((status) => status >= 200 && status < 300), 'accepted without the token');
  assert.deepEqual(defects, []);
  return statuses.slice(0, 3).join();
}
