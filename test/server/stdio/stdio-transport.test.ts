import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { stdioTransport } from '../../../src/server/stdio/stdio-transport.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

/** A connection over pipes of this process. */
async function connection(stdout: Writable = new PassThrough()) {
  const stdin = new PassThrough();
  const taken: string[] = [];
  const transport = stdioTransport(stdin, stdout, {
    clock: virtualClock(),
    onEnding: () => undefined,
    onClosed: () => undefined,
  });
  transport.onmessage = (message: JSONRPCMessage) =>
    void taken.push('method' in message && 'id' in message ? `${message.method} ${message.id}` : 'other');
  await transport.start();
  return {
    transport,
    taken,
    /** The lines that were written since the last call. */
    written: () => String((stdout as PassThrough).read() ?? ''),
    async send(message: unknown) {
      stdin.write(`${JSON.stringify(message)}\n`);
      for (let turns = 0; turns < 10; turns++) await turn();
    },
  };
}

const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });

it.each([
  ['has taken the answer', undefined, [true]],
  ['has broken', new Error('EPIPE'), []],
])('a result counts as delivered only where the pipe %s', async (_, failure, expected) => {
  const pipe = new Writable({ write: (_chunk, _encoding, done) => done(failure) });
  const { transport, send } = await connection(pipe);
  const delivered: boolean[] = [];
  await send(request(1, 'tools/call', { name: 'x' }));
  transport.acknowledgements.add(1, async (isDelivered) => void delivered.push(isDelivered));
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(delivered).toEqual(expected);
});
