import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const run = (...args: readonly string[]) => {
  const script = resolve(import.meta.dirname, '../../scripts/side-by-side.ts');
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, stdout };
};

it('passes where each command does, and shows what they printed', () => {
  const { status, stdout } = run('2', 'echo one', 'echo two >&2', 'true');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^passed in \d+ s: echo one\none\n/m);
  expect(stdout).toMatch(/^passed in \d+ s: echo two >&2\ntwo\n/m);
  expect(stdout).toMatch(/\n3 passed, 0 failed\n$/);
});

it.each([
  ['a command that fails', 'echo why; exit 3', 'ended with 3:\nwhy\n'],
  ['a command that is killed', 'echo why; kill -9 $$', 'ended with SIGKILL:\nwhy\n'],
])('fails with %s, after all others have run, and tells why at its end', (_, command, reason) => {
  const { status, stdout } = run('1', command, 'echo other');
  expect(status).toBe(1);
  expect(stdout).toMatch(/passed in \d+ s: echo other\nother\n/);
  expect(stdout.endsWith(`${command} ${reason}\n1 passed, 1 failed\n`), stdout).toBe(true);
});
