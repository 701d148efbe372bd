import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { settings, type Setting } from '../../src/app/config/settings.ts';
import { runHere, temporaryFolder } from './program.ts';

/** The file that `install cursor` wrote in a new folder. */
async function installed(folder: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const ended = await runHere(['install', 'cursor', '--local', ...args], {
    cwd: folder,
    env: { ...env, HOME: folder },
  });
  expect(ended.code, ended.stderr).toBe(0);
  const { mcpServers } = JSON.parse(readFileSync(join(folder, '.cursor/mcp.json'), 'utf8')) as {
    mcpServers: { visibility: { args: string[]; env: Record<string, string> } };
  };
  return mcpServers.visibility;
}

it('an installed server has every setting that was given, with paths that hold in any folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'token'), 'sesame');
  for (const name of ['b c', 'out']) mkdirSync(join(folder, name));
  const plain = {
    'api-url': 'https://platform.example/api/v1',
    account: 'Acme Ltd.',
    label: 'nightly',
    budget: '200/day,5/unpriced',
    project: '7',
    'tracking-project': '9',
    'confirm-above': '25,100/session',
    rate: '30',
    'max-wait': '0',
    toolsets: 'articles,keywords',
    'sandbox-speed': '100',
    'log-level': 'debug',
  };
  const paths = { state: 'a "b".db', files: ['b c', 'out'].join(delimiter), 'out-folder': 'out' };
  const flags = Object.entries({ ...plain, ...paths }).map(([flag, value]) => `--${flag}=${value}`);
  const server = await installed(folder, [...flags, '--unattended', '--read-only', '--no-code'], {
    VISIBILITY_API_TOKEN_FILE: 'token',
    VISIBILITY_SANDBOX: 'no',
    VISIBILITY_RATE: '40',
  });
  const variables = Object.fromEntries(Object.values<Setting>(settings).map(({ flag, variable }) => [flag, variable]));
  expect(server.env).toEqual({
    ...Object.fromEntries(Object.entries(plain).map(([flag, value]) => [variables[flag], value])),
    VISIBILITY_API_TOKEN_FILE: join(folder, 'token'),
    VISIBILITY_STATE: join(folder, 'a "b".db'),
    VISIBILITY_FILES: [join(folder, 'b c'), join(folder, 'out')].join(delimiter),
    VISIBILITY_OUT: join(folder, 'out'),
    VISIBILITY_READ_ONLY: 'true',
    VISIBILITY_CODE: 'off',
    VISIBILITY_SANDBOX: 'no',
  });
  expect(server.args.slice(1)).toEqual(['--unattended']);
});

it('a chosen account of a file stays chosen, and a postgres address unchanged', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'accounts.json'), '{"a b": {"sandbox": true}, "c": {"sandbox": true}}', { mode: 0o600 });
  const state = 'postgres://db.example/x?sslmode=require';
  const server = await installed(folder, ['--accounts', 'accounts.json', '--account', 'a b', '--state', state], {});
  expect(server.args.slice(1)).toEqual(['--account=a b']);
  expect(server.env).toEqual({ VISIBILITY_ACCOUNTS: join(folder, 'accounts.json'), VISIBILITY_STATE: state });
});

it('no secret and nothing that is for `http` alone is passed on', async () => {
  const project = temporaryFolder();
  const env = {
    VISIBILITY_API_URL: 'https://platform.example/api/v1',
    VISIBILITY_API_TOKEN: 'sesame-token',
    VISIBILITY_HTTP_TOKEN: 'sesame'.repeat(6),
    VISIBILITY_SECRET: 'sesame'.repeat(6),
    VISIBILITY_EVENTS_SECRET: 'sesame'.repeat(6),
    VISIBILITY_AUTH: 'oauth',
  };
  const { code, stdout, stderr } = await runHere(['install', 'cursor', '--local'], {
    cwd: project,
    env: { ...env, HOME: temporaryFolder() },
  });
  expect(code).toBe(0);
  expect(stdout + stderr + readFileSync(join(project, '.cursor/mcp.json'), 'utf8')).not.toMatch(
    /sesame|VISIBILITY_(AUTH|SECRET|EVENTS)/,
  );
});

it.each([
  [['--budget'], /--budget.*argument missing/],
  [['--budget', '--unattended'], /--budget/],
  [['--read-only=yes'], /--read-only.*does not take an argument/],
  [['--no-code=1'], /--no-code.*does not take an argument/],
  [['--rate', '0\n"x"'], /rate: "0 "x"" is not a whole number/],
])('install cursor %j ends with one line, and writes nothing', async (args, message) => {
  const { code, stdout, stderr } = await runHere(['install', 'cursor', ...args], {
    env: { HOME: temporaryFolder() },
  });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
