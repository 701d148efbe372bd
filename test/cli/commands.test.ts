import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { standardLists } from '../../src/app/standard-lists.ts';
import { settings, type Setting } from '../../src/app/config/settings.ts';
import { busyPort } from '../support/network/busy-port.ts';
import { runHere, runProgram, start, temporaryFolder } from './program.ts';

const commands = ['http', 'sandbox', 'call', 'tools', 'credits', 'jobs', 'doctor'];

describe('help', () => {
  it('lists every command and setting on one screen', async () => {
    const { code, stdout } = await runProgram(['--help']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
    const names = Object.values<Setting>(settings).map(({ flag, variable }) => (flag ? `--${flag}` : variable));
    expect(stdout.split(/[\s(]+/)).toEqual(expect.arrayContaining([...commands, 'VISIBILITY_BUDGET);', ...names]));
  });

  it.each(commands)('describes %s', async (command) => {
    expect(await runHere([command, '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^Usage: visibility-mcp ${command}`)),
      stderr: '',
    });
  });

  it.each([['-h'], ['help']])('is given for %s, too', async (word) => {
    expect(await runHere([word])).toMatchObject({ code: 0, stdout: expect.stringContaining('Commands') });
    expect((await runHere([word === 'help' ? 'help' : 'credits', word === 'help' ? 'credits' : word])).stdout).toMatch(
      /^Usage: visibility-mcp credits/,
    );
  });

  it('of a command has an example, and the settings once, in the whole help', async () => {
    const { stdout } = await runHere(['install', '--help']);
    expect(stdout).toContain('visibility-mcp install cursor --local');
    expect(stdout).not.toContain('VISIBILITY_CONFIRM_ABOVE');
  });

  it('-v prints the version', async () => {
    expect((await runProgram(['-v'])).stdout).toBe((await runHere(['--version'])).stdout);
  });
});

describe('a command line that cannot be used', () => {
  it.each([
    [['frobnicate'], /no such command: frobnicate/],
    [['tool'], /did you mean tools/],
    [['--bugdet', '1/day'], /unknown option --bugdet; did you mean --budget/],
    [['--budget', '1/year'], /budget: "1\/year" is not like/],
    [['--api-token', 'sesame'], /--api-token is no flag, since flags show in process lists; set VISIBILITY_API_TOKEN/],
    [['--api-token=sesame'], /is no flag/],
    [['tools', 'extra'], /unexpected argument: extra/],
    [['--toolsets', 'artikles', 'tools'], /no family artikles; did you mean articles/],
    [['call'], /which tool/],
    [['call', 'credits', '{bad'], /the arguments are not JSON/],
    [['call', 'credits', '[]'], /must be a JSON object/],
    [['call', 'creditz'], /no tool creditz; did you mean credits/],
    [['jobs', '--state', '/some/file'], /takes one of starting/],
    [['sandbox', '--speed', 'fast'], /speed: "fast" is not a number/],
    [['sandbox', '--clock', 'tomorrow'], /clock: "tomorrow" is not a date such as 2026-11-23/],
    [['sandbox', '--clock', '2026-02-31'], /clock: "2026-02-31" is not a date/],
    [['sandbox', '--clock', '2026-11-23', '--speed', '2'], /--clock stops the time and --speed lets it run/],
    [['sandbox', '--fixtures', 'decade'], /fixtures: "decade" is not one of small, year/],
    [['sandbox', '--seed', '1.5'], /seed: must be a whole number/],
    [['sandbox', '--budget', '1/day'], /unknown option --budget/],
    [['http', '--listen', 'everywhere'], /is not like 127/],
    [['help', 'creditz'], /no such command: creditz; did you mean credits/],
    [['http', '--listen', '0.0.0.0:0'], /set VISIBILITY_HTTP_TOKEN/],
  ])('ends %j with one line and exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await runHere(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^visibility-mcp: [^\n]*\n$/);
    expect(stderr).not.toContain('sesame');
  });

  it('ends the process with that code', async () => {
    expect(await runProgram(['frobnicate'])).toEqual(await runHere(['frobnicate']));
  });

  it('is one with an unknown variable, too', async () => {
    expect(await runHere(['tools'], { env: { VISIBILITY_BUGDET: '1/day' } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('VISIBILITY_BUDGET'),
    });
  });
});

describe('call', () => {
  it('takes its arguments from stdin, and prints the result as JSON', async () => {
    const input = '{"operation":"projects.list"}';
    const { code, stdout, stderr } = await runProgram(['call', 'call_read', '-'], { input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, sandbox: true, data: expect.any(Array) });
  });

  it("spends nothing above the operator's threshold without --unattended", async () => {
    const args = [
      'call',
      'call_paid',
      '{"operation":"storylines.create","arguments":{"project":1,"keyword":"tea"},"wait_s":0}',
      '--confirm-above',
      '1',
    ];
    const env = { VISIBILITY_STATE: join(temporaryFolder(), 'state.db') };
    const held = await runHere(args, { env });
    expect(held.code).toBe(3);
    expect(JSON.parse(held.stdout)).toMatchObject({
      ok: false,
      error: { code: 'confirmation_required', outcome: 'not_sent' },
    });
    const sent = await runHere([...args, '--unattended'], { env });
    expect(JSON.parse(sent.stdout)).toMatchObject({ ok: true });
  });
});

it('keeps the embedded platform and its jobs from one process to the next', async () => {
  const env = { VISIBILITY_STATE: join(temporaryFolder(), 'state.db') };
  const args = '{"operation":"storylines.create","arguments":{"project":1,"keyword":"tea"},"wait_s":0}';
  const started = JSON.parse((await runProgram(['call', 'call_paid', args], { env })).stdout) as {
    job: { job_id: string };
  };
  const { jobs } = JSON.parse((await runHere(['jobs', '--json'], { env })).stdout) as { jobs: { job_id: string }[] };
  expect(jobs.map((job) => job.job_id)).toEqual([started.job.job_id]);
  const { totals } = JSON.parse((await runHere(['credits', '--json'], { env })).stdout) as {
    totals: { reserved: number };
  };
  expect(totals.reserved).toBe(5);
});

it('lists the same tools from the build as from sources', async () => {
  const { full, readOnly } = standardLists();
  expect(JSON.parse((await runProgram(['tools', '--json'])).stdout)).toEqual(full.tools);
  expect(JSON.parse((await runProgram(['tools', '--json', '--read-only'])).stdout)).toEqual(readOnly.tools);
});

describe('doctor', () => {
  it('distinguishes a state that cannot be used from a service that cannot be reached, and never shows the token', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'not a database, by any means');
    const token = join(temporaryFolder(), 'token');
    writeFileSync(token, 'open-sesame', { mode: 0o640 });
    const env = {
      VISIBILITY_STATE: file,
      VISIBILITY_API_URL: 'http://127.0.0.1:9/api/v1',
      VISIBILITY_API_TOKEN_FILE: token,
    };
    const { code, stdout, stderr } = await runHere(['doctor'], { env });
    expect(stdout).toMatch(/^fail +secrets/m);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail +state/m);
    expect(stdout).toMatch(/^fail +platform/m);
    expect(stdout + stderr).not.toContain('open-sesame');
  });

  it('finds nothing wrong with the embedded platform, and makes no store by looking', async () => {
    const folder = temporaryFolder();
    const { code, stdout } = await runHere(['doctor', '--state', join(folder, 'wrong.db')]);
    expect(stdout).toMatch(/^ok +state .*wrong\.db: does not exist yet/m);
    expect(stdout).not.toMatch(/^fail/m);
    expect([code, readdirSync(folder)]).toEqual([0, []]);
  });
});

describe('sandbox', () => {
  it('says where it listens on its first line, is called like any platform, and ends with SIGTERM', async () => {
    const { child, firstLine, ended } = start(['sandbox', '--listen', '0', '--balance', '7']);
    const { url } = JSON.parse(await firstLine) as { url: string };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    const response = await fetch(`${url}/credits`, { headers: { authorization: 'Bearer sandbox-owner' } });
    expect(JSON.stringify(await response.json())).toContain('7');
    const env = { VISIBILITY_API_URL: url, VISIBILITY_API_TOKEN: 'sandbox-owner' };
    const called = await runHere(['call', 'call_read', '{"operation":"projects.list"}'], { env });
    expect(JSON.parse(called.stdout)).toMatchObject({ ok: true });
    const looked = await runHere(['doctor'], { env: { ...env, VISIBILITY_API_TOKEN: 'no-such-token' } });
    expect(looked).toMatchObject({ code: 1, stdout: expect.stringMatching(/^fail +token/m) });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('says what to do about a port that is taken', async () => {
    const port = await busyPort();
    const { code, stdout, stderr } = await runHere(['sandbox', '--listen', String(port)]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^visibility-mcp: listen: .* \(EADDRINUSE\).* --listen 127\.0\.0\.1:0 .*\n$/);
  });

  it('stands still at the time it is given until it is moved, and keeps its setting', async () => {
    const { firstLine } = start([
      'sandbox',
      '--clock',
      '2026-11-23T22:00:00+01:00',
      '--seed',
      '7',
      '--fixtures',
      'year',
    ]);
    const { url } = JSON.parse(await firstLine) as { url: string };
    const moved = await fetch(new URL('/sandbox/clock', url), {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox-admin', 'content-type': 'application/json' },
      body: '{"advance":"1d"}',
    });
    expect(await moved.json()).toEqual({ now: '2026-11-24T21:00:00.000Z' });
    const brands = await fetch(`${url}/tracking-projects`, { headers: { authorization: 'Bearer sandbox-owner' } });
    expect(await brands.text()).toContain('Bergquell');
  });
});

it('ends in order when its reader closes the pipe early', async () => {
  const { child, ended } = start(['tools', '--json']);
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});
