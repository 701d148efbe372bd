import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../cli/program.ts';

const root = resolve(import.meta.dirname, '../..');

/** Runs a program that uses the package by its name, and resolves with what it wrote to stderr. */
function stderrOf(program: string, node = process.execPath, args: readonly string[] = []): string {
  const { stderr } = spawnSync(node, [...args, '--input-type=module', '--eval', program], {
    cwd: root,
    env: { PATH: process.env['PATH'], XDG_STATE_HOME: temporaryFolder() },
    encoding: 'utf8',
  });
  return stderr;
}

const importing = "import { connect } from 'visibility-mcp'; await connect();";

const olderNode = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "22.22.2" })';

it('a Node that the library does not run on gets a one-line error', () => {
  const refusal = (version: string) =>
    `[Error: visibility-mcp: Node >=22.22.3 <23 || >=24.15 is needed, this is ${version}]`;
  const lines = stderrOf(importing, process.execPath, ['--import', olderNode]).split('\n');
  expect(lines).toContain(refusal('22.22.2'));
  expect(lines.length).toBeLessThan(10);
});

const systemNode = '/usr/bin/node';
const systemVersion = existsSync(systemNode) ? spawnSync(systemNode, ['-p', 'process.versions.node']).stdout : '';

it.runIf(/^(1[89]|20|21)\./.test(String(systemVersion)))('so is one that lacks what the library is made of', () => {
  expect(stderrOf(importing, systemNode)).toContain('visibility-mcp: Node >=22.22.3 <23 || >=24.15 is needed, this is');
});

it('an uncaught error prints its message and its call, and nothing of the bundle', () => {
  const text = stderrOf(`
    import { connect } from 'visibility-mcp';
    const platform = await connect({ sandbox: true });
    await platform.articles.get({ id: 99999 });`);
  expect(text).toContain('VisibilityError: The platform says: “There is no such article.”');
  expect(text).toContain("next: 'Check the ids: list the things first.'");
  expect(text).toMatch(/^ +at file:.*\[eval1\]:4:\d+$/m);
  expect(text).not.toMatch(/dist|chunk/);
  expect(text.length).toBeLessThan(1_000);
});

it('so do refused settings, a store that cannot be opened, and values that cannot be kept', () => {
  const text = stderrOf(`
    import { connect } from 'visibility-mcp';
    const held = await connect({ sandbox: {} });
    for (const call of [
      () => connect({ sandbox: true, state: '/proc/none/state.db' }),
      () => held.sandbox.advance('x'),
      () => held.verify({ families: ['x'] }),
      () => held.state.set('x', 1n),
    ]) await call().catch(console.error);
    await connect({ budgt: '1/day' });`);
  for (const output of [
    'StateUnavailable: cannot open the state file',
    'SettingError: sandbox.advance: "x"',
    'SettingError: verify: no family "x"',
    'the value of x is no JSON',
    'SettingError: connect: no such option: budgt',
  ])
    expect(text).toContain(output);
  expect(text).not.toMatch(/dist|chunk/);
});
