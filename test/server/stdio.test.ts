import { expect, it } from 'vitest';
import { runProgram } from '../cli/program.ts';

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

it('lists the same tools from sources as from the build', async () => {
  const { standardLists } = await import('../../src/app/standard-lists.ts');
  for (const [args, lists] of [
    [[], standardLists().full],
    [['--read-only'], standardLists().readOnly],
  ] as const) {
    expect(JSON.parse((await runProgram(['tools', '--json', ...args])).stdout)).toEqual(lists.tools);
  }
});
