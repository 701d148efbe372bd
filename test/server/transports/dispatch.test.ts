import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { acknowledgementsOf } from '../../../src/server/handlers/pending-acknowledgements.ts';
import { dispatcher, type HttpExchange } from '../../../src/server/transports/dispatch.ts';
import type { LegacySessions } from '../../../src/server/transports/legacy-sessions.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

it.each([
  ['is written', ['finish', 'close'], [true]],
  ['is cut off', ['close'], []],
])('a result counts as delivered once its whole answer %s', async (_, events, expected) => {
  const response = Object.assign(new EventEmitter(), { writableFinished: false });
  const delivered: boolean[] = [];
  const isAborted: boolean[] = [];
  const modern = {
    async fetch(request: Request) {
      acknowledgementsOf(request).add(1, async (isDelivered) => void delivered.push(isDelivered));
      request.signal.addEventListener('abort', () => isAborted.push(true));
      return Response.json({});
    },
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'content-type': 'application/json' };
  const exchange = {
    request: { method: 'POST', url: '/mcp', headers, rawHeaders: Object.entries(headers).flat() },
    host: '127.0.0.1',
    response,
    service: { modern },
  } as unknown as HttpExchange;
  const legacy = { fetch: () => Promise.reject(new Error('not expected')) } as unknown as LegacySessions;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', _meta } };
  await dispatcher(legacy, virtualClock())(call, exchange);
  for (const event of events) {
    response.writableFinished ||= event === 'finish';
    response.emit(event);
  }
  expect(delivered).toEqual(expected);
  expect(isAborted).toEqual(events.length === 1 ? [true] : []);
});
