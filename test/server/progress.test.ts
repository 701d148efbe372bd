import { type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { serve } from './mcp.ts';

it('the last progress of a call is sent before its answer, however slowly notifications leave', async () => {
  const { factory } = await serve();
  const sent: JSONRPCMessage[] = [];
  const answered = Promise.withResolvers<void>();
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    async send(message) {
      if ('method' in message) for (let turns = 0; turns < 20; turns++) await turn();
      sent.push(message);
      if ('id' in message && message.id === 2) answered.resolve();
    },
  };
  await factory().connect(transport);
  const ask = (message: object): void => transport.onmessage?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  const clientInfo = { name: 'test', version: '1' };
  ask({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  ask({ method: 'notifications/initialized' });
  ask({ id: 2, method: 'tools/call', params: { name: 'steps', arguments: {}, _meta: { progressToken: 'p' } } });
  await answered.promise;
  const percents = sent.map((message) => ('method' in message ? (message.params?.['progress'] as number) : message.id));
  expect(percents.slice(-2)).toEqual([100, 2]);
});
