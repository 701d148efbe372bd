import { expect, it, onTestFinished } from 'vitest';
import { runProgram, start } from '../cli/program.ts';
import { openHost } from '../mcp/support/in-process.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const lines = (...messages: unknown[]): string => messages.map((message) => `${JSON.stringify(message)}\n`).join('');

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

it('exits when stdin ends, though a job is being waited for', async () => {
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

it('says that a line is no JSON, and answers the next', async () => {
  const host = await openHost({ onTestFinished }, { version: 'none' });
  host.write('not json\n');
  expect(await host.seen(({ id }) => id === null)).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_700, message: expect.any(String) },
  });
  expect((await host.request('ping')).result).toEqual({});
});

it('lists the same tools from sources as from the build', async () => {
  const { standardLists } = await import('../../src/app/standard-lists.ts');
  for (const [args, lists] of [
    [[], standardLists().full],
    [['--read-only'], standardLists().readOnly],
  ] as const) {
    expect(JSON.parse((await runProgram(['tools', '--json', ...args])).stdout)).toEqual(lists.tools);
  }
});
