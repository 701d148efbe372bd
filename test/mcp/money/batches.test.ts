import { createInterface, type Interface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { start } from '../../cli/program.ts';
import { openHttp } from '../support/in-process.ts';
import { fakePlatform, gate, says, after } from '../support/fake-platform.ts';
import { olderClient } from '../support/http-server.ts';
import { initialize } from '../support/message.ts';
import { pointedAt } from '../support/stdio-host.ts';

const scope = { onTestFinished };
const ping = (id: number | string): object => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: number | string): object => ({ jsonrpc: '2.0', id, result: {} });
const line = (frame: unknown): string => `${JSON.stringify(frame)}\n`;

/** A connection on stdio, line by line, opened for one revision. */
async function connect(
  version: string,
  env: Readonly<Record<string, string>> = { VISIBILITY_SANDBOX: '1' },
): Promise<{ write(frame: unknown): void; next(): Promise<unknown> }> {
  const { child } = start([], { env });
  const lines: Interface = createInterface({ input: child.stdout });
  const frames = lines[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse(String((await frames.next()).value));
  child.stdin.write(line({ jsonrpc: '2.0', id: 'handshake', method: 'initialize', params: initialize(version) }));
  expect(await next()).toMatchObject({ id: 'handshake', result: { protocolVersion: version } });
  return { write: (frame) => void child.stdin.write(line(frame)), next };
}

describe('on stdio, a batch', () => {
  it('of a client of 2025-03-26 is answered by one array', async () => {
    const { write, next } = await connect('2025-03-26');
    write([{ jsonrpc: '2.0', method: 'notifications/initialized' }, ping(1), ping('two')]);
    const answers = (await next()) as { id: unknown }[];
    expect(answers).toHaveLength(2);
    expect(answers).toEqual(expect.arrayContaining([pong(1), pong('two')]));
    write(ping(3));
    expect(await next()).toEqual(pong(3));
  });

  it('says for each of its messages what is wrong with it', async () => {
    const { write, next } = await connect('2025-03-26');
    write([7, ping(1), { id: 2, method: 'ping' }, { jsonrpc: '2.0', id: 3, method: 'no/such' }]);
    const refused = { jsonrpc: '2.0', error: { code: -32_600, message: expect.any(String) } };
    expect(await next()).toEqual(
      expect.arrayContaining([
        { ...refused, id: null },
        pong(1),
        { ...refused, id: 2 },
        { jsonrpc: '2.0', id: 3, error: { code: -32_601, message: expect.any(String) } },
      ]),
    );
    write([7]);
    expect(await next()).toEqual([{ ...refused, id: null }]);
    write([]);
    expect(await next()).toEqual({ ...refused, id: null });
  });

  it('of notifications alone is not answered', async () => {
    const { write, next } = await connect('2025-03-26');
    write([{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
    write(ping(1));
    expect(await next()).toEqual(pong(1));
  });

  it('is answered without what was cancelled', async () => {
    const platform = await fakePlatform(scope);
    const answering = gate();
    platform.on(/storylines/, after(answering.promise, says({ data: { id: 1 } })));
    const { write, next } = await connect('2025-03-26', pointedAt(platform));
    write([
      ping(1),
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'call_read', arguments: { operation: 'storylines.get', arguments: { id: 1 } } },
      },
    ]);
    await platform.reached(/storylines/, 1);
    write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    expect(await next()).toEqual([pong(1)]);
    answering.resolve();
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25'])('of a client of %s is refused', async (version) => {
    const { write, next } = await connect(version);
    write([ping(1)]);
    expect(await next()).toMatchObject({
      id: null,
      error: { code: -32_600, message: expect.stringContaining('no batch') },
    });
  });
});

it('over HTTP, a batch of a client of 2025-03-26 is answered', async () => {
  const server = await openHttp(scope, { env: { VISIBILITY_SANDBOX: '1' } });
  const { session } = await olderClient(server, '2025-03-26');
  const { status, messages } = await server.ask({
    headers: { 'mcp-session-id': String(session) },
    body: [ping(1), { jsonrpc: '2.0', method: 'notifications/nothing' }, ping(2)],
  });
  expect([status, messages]).toEqual([200, [pong(1), pong(2)]]);
});
