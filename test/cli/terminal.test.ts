import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bin, runProgram, temporaryFolder } from './program.ts';

/** A terminal of util-linux; the tests of a terminal are skipped where there is none. */
const hasTerminal = existsSync('/usr/bin/script');

/** What the program writes to a terminal of 80 columns. */
async function onTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const quoted = [process.execPath, bin, ...args].map((part) => `'${part}'`).join(' ');
  const { stdout } = await promisify(execFile)('/usr/bin/script', ['-qec', `stty cols 80; ${quoted}`, '/dev/null'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      LANG: 'C.UTF-8',
      TERM: 'xterm',
      VISIBILITY_SANDBOX: '1',
      VISIBILITY_STATE: join(temporaryFolder(), 'state.db'),
      ...env,
    },
  });
  return stdout.replaceAll('\r\n', '\n');
}

test.skipIf(!hasTerminal)('a person at a terminal sees headings, tables and bars', async () => {
  const shown = await onTerminal(['call', 'visibility_report']);
  expect(shown).toContain('\u001b[1mFjordkiste');
  expect(shown).toMatch(/Presence +54 {2}.*█{13}/);
  for (const line of shown.split('\n')) expect(line.replaceAll(/\u001b\[[0-9;]*m/g, '').length).toBeLessThanOrEqual(80);
});

test.skipIf(!hasTerminal)('NO_COLOR and a locale without UTF-8 are heard', async () => {
  const shown = await onTerminal(['call', 'visibility_report'], { NO_COLOR: '1', LANG: 'C', LC_ALL: 'C' });
  expect(shown).not.toContain('\u001b[');
  expect(shown).toMatch(/Presence +54 {2}#{13}/);
});

test.skipIf(!hasTerminal)('--json gives JSON on a terminal too, and an error stands in words', async () => {
  expect(JSON.parse(await onTerminal(['call', 'credits', '--json']))).toMatchObject({ ok: true });
  const failed = await onTerminal(['call', 'visibility_report', '{"brand":"nobody"}']).catch(
    (error: { stdout: string }) => error.stdout,
  );
  expect(failed).toMatch(/^[a-z_]+: [A-Z]/);
});

test('in a pipe the result is one line of JSON', async () => {
  const { stdout } = await runProgram(['call', 'credits'], { env: { VISIBILITY_SANDBOX: '1' } });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(stdout.trim()).not.toContain('\n');
});
