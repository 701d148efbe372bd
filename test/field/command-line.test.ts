import { spawn } from 'node:child_process';
import { chmodSync, closeSync, openSync, readFileSync, writeFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { systemClock } from '../../src/base/clock.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';
import { json, platformFor } from '../support/platform.ts';
import { bin, lastOf, onSandbox, runHere, runProgram, temporaryFolder } from '../cli/program.ts';

const page = JSON.stringify({ operation: 'page_audit.create', arguments: { url: 'https://fjordkiste.example/a' } });

/** Runs a command whose stdout is a device that is always full. */
async function onFullDisk(args: readonly string[], env: Readonly<Record<string, string>>) {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { stderr: await text(child.stderr!), code: await ended };
}

describe('stdout on a full disk', () => {
  test.each([
    [['tools']],
    [['tools', '--json']],
    [['--help']],
    [['doctor']],
    [['call', 'find_operations', '{"query":"ideas"}']],
    [['run', resolve('examples/visibility-digest.ts'), '--raw']],
  ])('ends with 1 and one line: %j', async (args) => {
    const env = { ...onSandbox('50/day'), VISIBILITY_STATE: join(temporaryFolder(), 's.db') };
    const { code, stderr } = await onFullDisk(args, env);
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('ENOSPC');
  });

  test('says which job has the result that was paid, and repeating the call pays nothing', async () => {
    const env = { ...onSandbox('80/day'), VISIBILITY_STATE: join(temporaryFolder(), 's.db') };
    const research = ['call', 'call_paid', page];
    const { code, stderr } = await onFullDisk(research, env);
    expect(code).toBe(1);
    const [job = ''] = /job_\w+/.exec(stderr) ?? [];
    expect(job).not.toBe('');
    const waited = await runProgram(['jobs', 'wait', job, '--json'], { env });
    expect(waited).toMatchObject({ code: 0, stdout: expect.stringContaining(job) as string });
    const { totals } = lastOf(await runProgram(['credits', '--json'], { env })) as { totals: { charged: number } };
    expect(totals.charged).toBe(75);
  });
});

test('a reader that has seen enough is no error', async () => {
  const child = spawn('bash', [
    '-c',
    `'${process.execPath}' '${bin}' tools --json --toolsets all | head -c 10; echo "\${PIPESTATUS[0]}"`,
  ]);
  expect(await text(child.stdout)).toMatch(/\n?0\n$/);
});

test.each([
  [['no-such-command'], 2],
  [['tools', '--no-such-option'], 2],
  [['call', 'no_such_tool', '{}'], 2],
  [['call', 'call_read', '{'], 2],
  [['report', '--out', 'x.pdf'], 2],
  [['tools', '--openapi'], 2],
  [['install', 'no-such-client'], 2],
  [['call', 'call_read', '{"operation":"projects.get","arguments":{"id":987654}}'], 1],
  [['call', 'call_paid', page, '--budget', '4/day'], 3],
  [['call', 'call_read', '{"operation":"projects.list"}', '--rate', '30'], 0],
] as const)('%j ends with %i', async (args, code) => {
  const env = { ...onSandbox('50/day'), VISIBILITY_STATE: join(temporaryFolder(), 's.db') };
  expect((await runHere(args, { env })).code).toBe(code);
});

test('examples/watch.ts compares each look with the one before, and prints nothing where nothing happened', async () => {
  const { url, close } = await startSandbox({ clock: systemClock, rate: 0, startsAt: Date.UTC(2026, 0, 5) });
  try {
    const env = {
      VISIBILITY_API_URL: url,
      VISIBILITY_API_TOKEN: 'sandbox-owner',
      VISIBILITY_RATE: '60000',
      VISIBILITY_STATE: join(temporaryFolder(), 's.db'),
    };
    const look = () => runHere(['run', resolve('examples/watch.ts'), '--input', '{"drop":1}', '--raw'], { env });
    expect(await look()).toMatchObject({ code: 0, stdout: '' });
    expect(await look()).toMatchObject({ code: 0, stdout: '' });
    const advanced = await fetch(new URL('/sandbox/clock', url), {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox-admin' },
      body: '{"advance":"60d"}',
    });
    expect(advanced.status).toBe(200);
    const changed = await look();
    expect(changed.code).toBe(0);
    expect(changed.stdout.trim().split('\n').length).toBeGreaterThan(0);
    expect(changed.stdout).toMatch(/Fjordkiste: /);
    expect(await look()).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(resolve('examples/watch.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(80);
  } finally {
    await close();
  }
});

test('doctor takes a fresh store for what it is, and says what to do next about each failure', async () => {
  const fresh = join(temporaryFolder(), 's.db');
  const { code, stdout } = await runHere(['doctor', '--json'], { env: { VISIBILITY_STATE: fresh } });
  const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; fix?: string }[] };
  expect(code).toBe(0);
  expect(findings.map(({ check }) => check)).toEqual(['account', 'balance', 'budget', 'state']);
  const broken = await runHere(['doctor', '--json'], {
    env: {
      VISIBILITY_STATE: temporaryFolder(),
      VISIBILITY_AUTH: 'oauth',
      VISIBILITY_API_URL: 'https://127.0.0.1:1/api/v1',
    },
  });
  expect(broken.code).toBe(1);
  const failed = (JSON.parse(broken.stdout) as { findings: typeof findings }).findings.filter(({ ok }) => !ok);
  expect(failed.map(({ check }) => check)).toEqual(expect.arrayContaining(['platform', 'state']));
  expect(failed.filter(({ fix }) => !fix)).toEqual([]);
});

test('doctor does not promise a store where none can be made', async () => {
  const VISIBILITY_STATE = join(bin, 'folder', 's.db');
  const { code, stdout } = await runHere(['doctor', '--json'], { env: { VISIBILITY_SANDBOX: '1', VISIBILITY_STATE } });
  const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean }[] };
  expect([code, findings.find(({ check }) => check === 'state')?.ok]).toEqual([1, false]);
});

test.each([
  [119, []],
  [180, ['clock']],
])('a clock that differs from that of the platform by %i s: doctor reports %j', async (apart, checks) => {
  const platform = await platformFor({ onTestFinished });
  platform.on('GET /credits', json({}, 200, { date: new Date(systemClock.now() + apart * 1000).toUTCString() }));
  const env = { ...pointedAt(platform), VISIBILITY_STATE: join(temporaryFolder(), 's.db') };
  const { findings } = JSON.parse((await runHere(['doctor', '--json'], { env })).stdout) as {
    findings: { check: string }[];
  };
  expect(findings.map(({ check }) => check).filter((check) => check === 'clock')).toEqual(checks);
});

test('what a setting lacks ends with 2, so that a schedule does not try for ever', async () => {
  const env = {
    VISIBILITY_STATE: join(temporaryFolder(), 's.db'),
    VISIBILITY_API_URL: 'https://platform.example/api/v1',
    VISIBILITY_AUTH: 'oauth',
    VISIBILITY_PUBLIC_URL: 'https://mcp.example.com',
    VISIBILITY_SECRET: 'a'.repeat(40),
  };
  const { code, stderr } = await runHere(['state', 'rebuild'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain('VISIBILITY_API_TOKEN_FILE');
});

const placeholders = ['$API_TOKEN', '%API_TOKEN%', '{{API_TOKEN}}', '<your-token>', 'undefined', '{"token":"tok-1"}'];
test.each(['"tok-1"', "'tok-1'", '${API_TOKEN}', '${env:API_TOKEN}', 'API_TOKEN=tok-1', ...placeholders])(
  'the token %s, which a client did not replace or unpack, ends with 2',
  async (token) => {
    const env = {
      VISIBILITY_STATE: join(temporaryFolder(), 's.db'),
      VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1',
      VISIBILITY_API_TOKEN: token,
    };
    const { code, stderr } = await runHere(['call', 'call_read', '{"operation":"projects.list"}'], { env });
    expect([code, stderr]).toEqual([2, expect.not.stringContaining(token)]);
  },
);

test.each(['${HOME}/s.db', '$HOME/s.db', '%APPDATA%\\s.db', '"/tmp/s.db"', 'C:\\data\\s.db'])(
  'the path %s, which is none on this system, ends with 2',
  async (VISIBILITY_STATE) => {
    const { code } = await runHere(['credits'], { env: { VISIBILITY_SANDBOX: '1', VISIBILITY_STATE } });
    expect(code).toBe(2);
  },
);

test('a path may begin with the home folder', async () => {
  const env = { HOME: temporaryFolder(), VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1' };
  writeFileSync(join(env.HOME, 'token'), 'tok-1', { mode: 0o600 });
  const own = { ...env, VISIBILITY_API_TOKEN_FILE: '~/token' };
  expect((await runProgram(['call', 'call_read', '{"operation":"projects.list"}'], { env: own })).code).toBe(4);
});

/** Whether other users can reach this folder: they cannot start a program that lies in one of mode 0700. */
const isReachable = (folder: string): boolean =>
  (statSync(folder).mode & 1) === 1 && (folder === '/' || isReachable(join(folder, '..')));

test.runIf(process.getuid?.() === 0 && isReachable(import.meta.dirname))(
  'a user whom the system does not know needs no home folder',
  async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    const env = { VISIBILITY_SANDBOX: '1', VISIBILITY_STATE: join(folder, 's.db') };
    const child = spawn(process.execPath, [bin, 'call', 'credits', '{}'], { uid: 54_321, gid: 54_321, env });
    expect(JSON.parse(await text(child.stdout))).toMatchObject({ ok: true });
  },
);
