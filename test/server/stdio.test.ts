import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, runProgram, start, temporaryFolder } from '../cli/program.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const lines = (...messages: unknown[]): string => messages.map((message) => `${JSON.stringify(message)}\n`).join('');

const server = () => ({
  command: process.execPath,
  args: [bin],
  env: { PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: temporaryFolder() },
});

const clients: Record<string, () => Promise<Pick<Client, 'listTools' | 'callTool' | 'close' | 'getInstructions'>>> = {
  async '2026-07-28'() {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StdioClientTransport(server()));
    return client;
  },
  async '2025, through the SDK of its time'() {
    const client = new OlderClient({ name: 'test', version: '1' });
    await client.connect(new OlderTransport(server()));
    return client as unknown as Client;
  },
};

describe.each(Object.entries(clients))('a host of %s', (_era, connect) => {
  it('lists tools, calls one, and is told that this is the sandbox', async () => {
    const client = await connect();
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('call_read');
    expect(client.getInstructions()).toMatch(/sandbox/i);
    const result = await client.callTool({ name: 'call_read', arguments: { operation: 'projects.list' } });
    expect(result.structuredContent).toMatchObject({ ok: true });
    await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({ code: -32602 });
  });
});

it('answers what it was asked before stdin ended, and writes nothing but the protocol', async () => {
  const { code, stdout, stderr } = await runProgram([], {
    input: lines(
      initialize,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      {
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { name: 'call_read', arguments: { operation: 'projects.list' } },
      },
    ),
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
  expect(answers.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
    ['2.0', 1],
    ['2.0', 2],
    ['2.0', 3],
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

it('leaves when stdin ends, though a job is being waited for', async () => {
  const { child, firstLine, ended } = start([]);
  child.stdin.write(lines(initialize));
  await firstLine;
  child.stdin.write(
    lines({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: {
        name: 'call_paid',
        arguments: { operation: 'storylines.create', arguments: { project: 1, keyword: 'tea' }, wait_s: 600 },
      },
    }),
  );
  child.stdin.end();
  expect((await ended).code).toBe(0);
});

it('leaves without a stack when the host has closed the pipe', async () => {
  const { child, firstLine, ended } = start([]);
  child.stdin.write(lines(initialize));
  await firstLine;
  child.stdout.destroy();
  child.stdin.write(
    lines({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, { jsonrpc: '2.0', id: 3, method: 'tools/list' }),
  );
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

it.each(['SIGTERM', 'SIGINT'] as const)('leaves in order with %s', async (signal) => {
  const { child, firstLine, ended } = start([]);
  child.stdin.write(lines(initialize));
  await firstLine;
  child.kill(signal);
  expect((await ended).code).toBe(0);
});

it('says that a line is no JSON, and answers the next', async () => {
  const { child } = start([]);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write('not json\n');
  child.stdin.write(lines(initialize));
  expect(JSON.parse(String((await answers.next()).value))).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_700, message: expect.any(String) },
  });
  expect(JSON.parse(String((await answers.next()).value))).toMatchObject({
    id: 1,
    result: { protocolVersion: expect.any(String) },
  });
  child.stdin.end();
  await once(child, 'exit');
});

it('lists the same tools from sources as from the build', async () => {
  const { standardLists } = await import('../../src/cli/wiring/standard-lists.ts');
  for (const [args, lists] of [
    [[], standardLists().full],
    [['--read-only'], standardLists().readOnly],
  ] as const) {
    expect(JSON.parse((await runProgram(['tools', '--json', ...args])).stdout)).toEqual(lists.tools);
  }
});
