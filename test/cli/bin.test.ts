import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { runProgram, start } from './program.ts';

/** A Node of the machine that is too old for the program, if it has one. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (file) =>
    existsSync(file) &&
    Number.parseInt(execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) < 22,
);

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe.skipIf(!oldNode)('on a Node that is too old', () => {
  const node = oldNode ?? '';

  it('starts the Node that came with the package, and exits with its code', async () => {
    expect(await runProgram(['--version'], { node })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
    expect(await runProgram(['no-such-command'], { node })).toMatchObject({ code: 2, stdout: '' });
  });

  it('speaks MCP through the other process', async () => {
    const { code, stdout } = await runProgram([], { node, input: `${JSON.stringify(initialize)}\n` });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'visibility-mcp' } } });
  });

  it('passes SIGTERM on, and exits with the other process', async () => {
    const { child, firstLine, ended } = start(['sandbox'], { node });
    const { url } = JSON.parse(await firstLine) as { url: string };
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    await expect(fetch(`${url}/credits`)).rejects.toThrow();
  });

  it('leaves nothing behind when it is killed', async () => {
    const { child, firstLine } = start(['sandbox'], { node });
    const { url } = JSON.parse(await firstLine) as { url: string };
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect
      .poll(() =>
        fetch(`${url}/credits`).then(
          () => 'alive',
          () => 'gone',
        ),
      )
      .toBe('gone');
  });

  it('says what is needed where there is no other Node', async () => {
    const { code, stderr } = await runProgram(['--version'], { node, env: { _VISIBILITY_MCP_HANDED_OVER: 'already' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^visibility-mcp: Node >=22\.22\.3 <23 \|\| >=24\.15 is needed, this is \d+\.\d+\.\d+\n$/);
  });
});
