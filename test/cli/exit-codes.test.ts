import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, exitCodes } from '../../src/cli/command/exit-code.ts';
import { freePort } from '../support/network/free-port.ts';
import { fileOf, onSandbox, read, runHere, runProgram, temporaryFolder } from './program.ts';
import { errorCodes } from '../../src/client/errors.ts';

const sandbox = onSandbox('4/day');

const paid = ['call', 'call_paid', '{"operation":"storylines.create","arguments":{"project":1,"keyword":"pegs"}}'];
const create = `platform.storylines.create({ project: 1, keyword: 'pegs' })`;

// A real process ends with the code of its command: shown for 3 here, for 0 and 2 in commands.test.ts, for 5 in interrupted-runs.test.ts.
describe('the exit code', () => {
  it('of every error code is in the table, which docs and help repeat, whatever the status; of a program only limits and reach are others', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
    const rows = [...guide.matchAll(/^\| ([\dn +]+?) \| (.*) \|$/gm)].map(([, code, says]) => [code, says]);
    expect(rows).toEqual(Object.entries(exitCodes));
    const { stdout } = await runHere(['run', '--help']);
    for (const [code, says] of Object.entries(exitCodes))
      expect(stdout.replace(/\s+/g, ' ')).toContain(`${code} ${says.replaceAll('`', '')}`);
    for (const code of errorCodes) {
      const own = exitCodeOf({ code });
      expect(Object.hasOwn(exitCodes, own), code).toBe(true);
      expect(own, code).not.toBe(0);
      for (const status of [400, 402, 429, 503])
        expect(exitCodeOf({ code, status }), code).toBe(code === 'platform_error' && status > 402 ? 4 : own);
      expect(exitCodeOf({ code: 'run_failed', cause: code }), code).toBe(own === 3 || own === 4 ? own : 1);
    }
    expect(exitCodeOf({ code: 'constructor' })).toBe(1);
  });

  it('says what became of a command', async () => {
    const commands: readonly (readonly [code: number, what: string, args: () => readonly string[]])[] = [
      [0, 'of a read', () => read('projects.list', {})],
      [0, 'of a program that returns', () => ['run', fileOf('return 1')]],
      [0, 'of a program that catches a refusal', () => ['run', fileOf(`await ${create}.catch(() => 0)`)]],
      [1, 'of a record that is not there', () => read('projects.get', { id: 99 })],
      [1, 'of a program that throws', () => ['run', fileOf('throw new Error("x")')]],
      [1, 'of a program whose call has wrong arguments', () => ['run', fileOf('await platform.projects.get({})')]],
      [2, 'of arguments that do not fit', () => read('projects.get', { number: 1 })],
      [2, 'of an operation that does not exist', () => read('projects.fetch', {})],
      [2, 'of a run that is not on record', () => ['run', '--resume', 'run_0']],
      [2, 'of a brand that is not tracked', () => ['report', 'nobody', '--out', join(temporaryFolder(), 'report.md')]],
      [3, 'of a call beyond the budget', () => paid],
      [3, 'of a run beyond the budget', () => ['run', fileOf('return 1'), '--max-credits', '5']],
      [3, 'of a program that a limit ended', () => ['run', fileOf(`await ${create}`)]],
      [3, 'of a program that returns too much', () => ['run', fileOf(`return 'x'.repeat(9_000_000)`)]],
    ];
    for (const [expected, what, args] of commands)
      expect((await runHere(args(), { env: sandbox })).code, what).toBe(expected);
    expect((await runProgram(paid, { env: sandbox })).code).toBe(3);
  });

  it('is 4 where the platform cannot be reached: of a call, a program, a report and a verification', async () => {
    const env = {
      VISIBILITY_API_URL: `http://127.0.0.1:${await freePort()}/api/v1`,
      VISIBILITY_API_TOKEN: 'token-of-nobody',
      VISIBILITY_ACCOUNT: 'nobody',
    };
    const commands = [
      read('projects.list', {}),
      ['run', fileOf('return (await platform.projects.list()).data')],
      ['report', '--out', join(temporaryFolder(), 'report.md')],
      ['verify'],
    ];
    for (const args of commands) expect((await runHere(args, { env })).code, args[0]).toBe(4);
  });
});
