import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { isLoopback } from '../../../src/base/parse-api-url.ts';
import { SettingError } from '../../../src/base/setting-error.ts';

const home = { HOME: '/home/ada' };
const account = { ...home, VISIBILITY_API_URL: 'https://api.example/api/v1', VISIBILITY_API_TOKEN: 'secret-token' };

const refusal = (env: Record<string, string>, flags: Record<string, string | boolean> = {}): string => {
  try {
    readConfig(flags, { ...home, ...env });
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('the platform', () => {
  it('is the embedded sandbox when no token is configured', () => {
    expect(readConfig({}, home, 'linux')).toMatchObject({
      platform: { kind: 'sandbox', data: '/home/ada/.local/state/visibility-mcp/sandbox.db.platform.db' },
      state: '/home/ada/.local/state/visibility-mcp/sandbox.db',
    });
  });

  it('is the configured one with address and token', () => {
    const { platform, state } = readConfig({}, account, 'linux');
    expect(platform).toMatchObject({ kind: 'remote', apiUrl: 'https://api.example/api/v1' });
    expect(platform.kind === 'remote' && platform.token?.()).toBe('secret-token');
    expect(state).toBe('/home/ada/.local/state/visibility-mcp/state.db');
  });

  it('is the sandbox in spite of a token when asked for', () => {
    expect(readConfig({ sandbox: true }, account).platform.kind).toBe('sandbox');
    expect(readConfig({}, { ...account, VISIBILITY_SANDBOX: 'true' }).platform.kind).toBe('sandbox');
  });

  it('keeps the data of the sandbox next to a given state file', () => {
    expect(readConfig({ state: '/data/x.db', sandbox: true }, home)).toMatchObject({
      state: '/data/x.db',
      platform: { data: '/data/x.db.platform.db' },
    });
  });
});

describe('the address of the platform', () => {
  const addressOf = (url: string): string | undefined => {
    const { platform } = readConfig({}, { ...account, VISIBILITY_API_URL: url });
    return platform.kind === 'remote' ? platform.apiUrl : undefined;
  };

  it('may have a path before the API, and slashes after it', () => {
    expect(addressOf('https://api.example/proxy/api/v1')).toBe('https://api.example/proxy/api/v1');
    expect(addressOf('https://api.example/api/v1//')).toBe('https://api.example/api/v1');
  });

  it.each([
    ['https://ada@api.example/api/v1', /must not contain credentials/],
    ['https://:secret@api.example/api/v1', /must not contain credentials/],
    ['https://api.example/api/v1?a=1', /must not contain a query or a fragment/],
    ['https://api.example/api/v1#a', /must not contain a query or a fragment/],
    ['shttps://api.example/api/v1', /not an http\(s\) address/],
    ['https://api.example/', /not in "\/"$/],
    ['https://api.example/api/v1/keywords', /not in "\/api\/v1\/keywords"$/],
  ])('is not %s', (url, message) => {
    expect(refusal({ ...account, VISIBILITY_API_URL: url })).toMatch(message);
  });

  it('is of this machine on any of its addresses', () => {
    expect(['localhost', '::1', '[::1]', '127.0.0.1', '127.255.255.254'].map(isLoopback)).not.toContain(false);
    expect(['10.127.0.0.1', '127.0.0.1.example', '128.0.0.1', '::2'].map(isLoopback)).not.toContain(true);
  });
});

describe('where state is kept', () => {
  it.each([
    ['linux', { ...home, XDG_STATE_HOME: '/xdg' }, '/xdg/visibility-mcp/sandbox.db'],
    ['darwin', home, '/home/ada/Library/Application Support/visibility-mcp/sandbox.db'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/visibility-mcp/sandbox.db'],
    ['win32', {}, join(homedir(), 'AppData/Local/visibility-mcp/sandbox.db')],
  ])('follows the custom of %s', (system, env, file) => {
    expect(readConfig({}, env, system).state).toBe(file);
  });

  it('may be a Postgres address, but no other one', () => {
    expect(readConfig({}, { ...account, VISIBILITY_STATE: 'postgres://u:p@db/x' }).state).toBe('postgres://u:p@db/x');
    expect(refusal({ VISIBILITY_STATE: 'mysql://db/x' })).toMatch(/neither a file nor a postgres/);
    expect(refusal({ VISIBILITY_STATE: 'mypostgres://db/x' })).toMatch(/neither a file nor a postgres/);
    expect(refusal({ VISIBILITY_STATE: 'postgres://[' })).toMatch(/not a usable postgres/);
  });

  it.each([
    ['~', homedir()],
    ['~/x.db', join(homedir(), 'x.db')],
    ['/data/~/x.db', '/data/~/x.db'],
    ['~ada/x.db', resolve('~ada/x.db')],
    ['/data/abc://d.db', '/data/abc:/d.db'],
  ])('may be the file %s', (given, file) => {
    expect(readConfig({ state: given }, home).state).toBe(file);
  });
});

it.each(['', '   ', '${user_config.api_token}'])('an unset setting may be passed on as "%s"', (value) => {
  const env = {
    ...home,
    VISIBILITY_API_TOKEN: value,
    VISIBILITY_BUDGET: value,
    VISIBILITY_READ_ONLY: value,
    VISIBILITY_RATE: value,
  };
  expect(readConfig({}, env)).toMatchObject({
    platform: { kind: 'sandbox' },
    budget: [],
    readOnly: false,
    ratePerMinute: 60,
  });
});

describe('a malformed setting', () => {
  it.each([
    [{ VISIBILITY_API_URL: 'http://api.example/api/v1' }, /must be https/],
    [{ VISIBILITY_API_URL: 'https://api.example/v1' }, /must end in \/api\/v1/],
    [{ VISIBILITY_MAX_WAIT: 'long' }, /whole number/],
    [{ VISIBILITY_CONFIRM_ABOVE: '-1' }, /whole number/],
    [{ VISIBILITY_READ_ONLY: 'perhaps' }, /neither true nor false/],
    [{ VISIBILITY_LOG_LEVEL: 'loud' }, /one of trace/],
    [{ VISIBILITY_LABEL: 'a b' }, /label: "a b" is not letters/],
    [{ VISIBILITY_TOOLSETS: 'articles,,x' }, /no family name/],
    [{ VISIBILITY_HTTP_TOKEN: 'short' }, /32 characters/],
    [{ VISIBILITY_API_TOKEN: 'two words' }, /no header can carry/],
    [{ VISIBILITY_API_TOKEN: 'x' }, /VISIBILITY_API_URL is not set/],
    [
      { VISIBILITY_API_URL: 'https://api.example/api/v1' },
      /there is no token for it; set VISIBILITY_API_TOKEN_FILE, or VISIBILITY_SANDBOX=true.*VISIBILITY_AUTH/,
    ],
    [{ VISIBILITY_API_TOKEN: 'x', VISIBILITY_API_TOKEN_FILE: '/x' }, /both set/],
    [{ VISIBILITY_API_TOKEN_FILE: '/no/such/file' }, /cannot read/],
    [{ VISIBILITY_BUGDET: '1/day' }, /no such setting; did you mean VISIBILITY_BUDGET/],
  ])('is refused: %j', (env: Record<string, string>, message) => {
    expect(refusal(env)).toMatch(message);
  });

  it('does not repeat a token in its message', () => {
    expect(refusal({ VISIBILITY_API_TOKEN: 'se cret', VISIBILITY_API_URL: 'https://x/api/v1' })).not.toContain('cret');
  });
});

it('lets plain http through to this machine only', () => {
  for (const host of ['127.0.0.1:80', 'localhost:3000', '[::1]:3000']) {
    expect(refusal({ VISIBILITY_API_URL: `http://${host}/api/v1/`, VISIBILITY_API_TOKEN: 'x' })).toBe('accepted');
  }
  expect(refusal({ VISIBILITY_API_URL: 'http://127.0.0.1.example/api/v1' })).toMatch(/must be https/);
});

it('lets a flag win over its variable', () => {
  expect(readConfig({ rate: '10' }, { ...home, VISIBILITY_RATE: '20' }).ratePerMinute).toBe(10);
});

it('leaves variables of tests alone', () => {
  expect(refusal({ VISIBILITY_TEST_POSTGRES: 'x' })).toBe('accepted');
});

it('reads the token from a file, without the newline at its end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'token'), 'from-file\n');
  const { platform, secretFiles } = readConfig(
    {},
    { ...home, VISIBILITY_API_URL: account.VISIBILITY_API_URL, VISIBILITY_API_TOKEN_FILE: join(folder, 'token') },
  );
  expect(platform.kind === 'remote' && platform.token?.()).toBe('from-file');
  expect(secretFiles).toContain(join(folder, 'token'));
});

it('lets no call send a file with a secret or with records of this program', () => {
  const store = '/data/s.db';
  const { secretFiles } = readConfig({ state: store }, { ...home, PGPASSFILE: '/run/secrets/pgpass' });
  for (const file of [store, `${store}.platform.db`])
    for (const beside of ['', '-wal', '-shm', '-journal', '-dispatches'])
      expect(secretFiles).toContain(`${file}${beside}`);
  expect(secretFiles).toContain('/run/secrets/pgpass');
});

it.each([
  ['rate', '1', '0', 'at least 1'],
  ['max-wait', '0', '-1', 'at least 0'],
  ['sandbox-speed', '1', '0', 'at least 1'],
])('takes --%s %s, and refuses %s', (flag, least, less, says) => {
  expect(refusal({}, { [flag]: least })).toBe('accepted');
  expect(refusal({}, { [flag]: less })).toContain(says);
});

it.each([
  ['standard', 100, false],
  ['none', undefined, false],
  ['20/day', undefined, false],
  ['7/unpriced, 20/day', 7, false],
  ['20/day, 70/unpriced ', 70, false],
  // Of all other spending such limits say nothing.
  ['20/day@nightly', undefined, true],
  ['7/unpriced', 7, true],
  [undefined, undefined, true],
])('with the budget %s, %s credits are reserved where no price is stated, and the default applies: %s', (...row) => {
  const [budget, unpriced, isDefault] = row;
  const config = readConfig({}, { ...account, VISIBILITY_BUDGET: budget });
  expect([config.unpriced, config.defaultBudget !== undefined]).toEqual([unpriced, isDefault]);
});

it.each([
  ['on', true, {}],
  ['off', false, {}],
  ['calls=2000, compute = 30', true, { calls: 2000, compute: 30 }],
])('VISIBILITY_CODE=%s lets programs run: %s, within %j', (text, code, codeLimits) => {
  expect(readConfig({}, { ...home, VISIBILITY_CODE: text })).toMatchObject({ code, codeLimits });
});

it.each([
  'loops=3',
  'calls',
  'calls=0',
  'calls=1.5',
  'calls=100001',
  'memory=1025',
  '__proto__=1',
  'calls=1;compute=2',
])('VISIBILITY_CODE=%s is refused', (text) => expect(refusal({ VISIBILITY_CODE: text })).toMatch(/^VISIBILITY_CODE: /));

it('leaves through a proxy but for the embedded platform, unless documents of clients are read elsewhere', () => {
  const proxied = (env: object, flags = {}) =>
    readConfig(flags, { ...env, HTTPS_PROXY: 'http://proxy.example:3128' }).proxies?.();
  expect(proxied(account)).toMatchObject({ https: 'http://proxy.example:3128' });
  expect(proxied(home)).toBeUndefined();
  expect(proxied(home, { auth: 'oauth' })).toMatchObject({ https: 'http://proxy.example:3128' });
});

it('takes folders for files, but not all of them', () => {
  expect(readConfig({ files: tmpdir() }, home).files).toEqual([realpathSync(tmpdir())]);
  expect(refusal({}, { files: parse(tmpdir()).root })).toContain('too much');
  expect(refusal({}, { files: join(tmpdir(), 'nowhere') })).toContain('is no folder');
});

it('never shows the token when it is printed', () => {
  expect(JSON.stringify(readConfig({}, account))).not.toContain('secret-token');
});

it('reads what a service for others has set, and shows none of its secrets', () => {
  const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
  const replica = 'a-Z-09'.padEnd(32, 'x');
  const config = readConfig(
    {},
    {
      ...home,
      VISIBILITY_SECRET: `${one} , ${other}`,
      VISIBILITY_REPLICA: replica,
      VISIBILITY_METRICS_LISTEN: '127.0.0.1:9464',
      VISIBILITY_EVENTS_SECRET: 'e'.repeat(16),
      VISIBILITY_PUBLIC_URL: 'https://mcp.example.com/',
    },
  );
  expect(config).toMatchObject({ replica, metricsListen: '127.0.0.1:9464', publicUrl: 'https://mcp.example.com' });
  expect([config.secrets?.(), config.eventsSecrets?.()]).toEqual([[one, other], ['e'.repeat(16)]]);
  expect(JSON.stringify(config)).not.toMatch(/1111|2222|eeee/);
});
