import { expect, it } from 'vitest';
import { authModeOf } from '../../../src/app/config/auth-mode.ts';
import { readConfig } from '../../../src/app/config/config.ts';

const home = { HOME: '/home/ada' };
const token = { VISIBILITY_HTTP_TOKEN: 'x'.repeat(32) };
const mode = (env: Record<string, string>, host = '127.0.0.1') => authModeOf(readConfig({}, { ...home, ...env }), host);

it('is token where an HTTP token is set, else none', () => {
  expect(mode({})).toBe('none');
  expect(mode(token)).toBe('token');
  expect(mode({ VISIBILITY_AUTH: 'platform' }, '0.0.0.0')).toBe('platform');
  expect(mode({ ...token, VISIBILITY_AUTH: 'platform' })).toBe('platform');
  expect(mode(token, '0.0.0.0')).toBe('token');
});

it('may be none where the public address is this machine’s, too', () => {
  for (const address of ['http://localhost:8000', 'http://127.0.0.1:8000'])
    expect(mode({ VISIBILITY_PUBLIC_URL: address })).toBe('none');
});

it.each([
  [
    'none beyond this machine',
    {},
    '0.0.0.0',
    /other machines can reach 0\.0\.0\.0; set VISIBILITY_HTTP_TOKEN \(at least 32 characters\)/,
  ],
  [
    'none behind a public address',
    { VISIBILITY_PUBLIC_URL: 'https://mcp.example.com' },
    '127.0.0.1',
    /anyone who reaches https:\/\/mcp\.example\.com could/,
  ],
  [
    'none behind an address that begins like this machine’s',
    { VISIBILITY_PUBLIC_URL: 'https://localhost.example' },
    '127.0.0.1',
    /anyone who reaches/,
  ],
  ['none beside a token', { ...token, VISIBILITY_AUTH: 'none' }, '127.0.0.1', /would not ask for it/],
  ['token without one', { VISIBILITY_AUTH: 'token' }, '127.0.0.1', /needs VISIBILITY_HTTP_TOKEN/],
  ['one account for many callers', { VISIBILITY_AUTH: 'platform', VISIBILITY_ACCOUNT: 'a' }, '127.0.0.1', /their own/],
  [
    'oauth without an address',
    { VISIBILITY_AUTH: 'oauth', VISIBILITY_SECRET: 's'.repeat(32) },
    '127.0.0.1',
    /needs --public-url/,
  ],
  [
    'oauth without a secret',
    { VISIBILITY_AUTH: 'oauth', VISIBILITY_PUBLIC_URL: 'https://a.example' },
    '127.0.0.1',
    /needs VISIBILITY_SECRET/,
  ],
  ['a short secret', { VISIBILITY_SECRET: `${'s'.repeat(32)},short` }, '127.0.0.1', /at least 32/],
  ['an unknown mode', { VISIBILITY_AUTH: 'open' }, '127.0.0.1', /not one of none, token, platform, oauth/],
  ['a public address without TLS', { VISIBILITY_PUBLIC_URL: 'http://mcp.example.com' }, '127.0.0.1', /must be https/],
  ['a public address with a path', { VISIBILITY_PUBLIC_URL: 'https://a.example/mcp' }, '127.0.0.1', /an origin/],
])('refuses %s', (_what, env: Record<string, string>, host, says) => {
  expect(() => mode(env, host)).toThrow(says);
});

it('needs no API token where each caller brings one', () => {
  for (const auth of ['platform', 'oauth']) {
    const { platform } = readConfig(
      {},
      { ...home, VISIBILITY_AUTH: auth, VISIBILITY_API_URL: 'https://api.example/api/v1' },
    );
    expect(platform).toEqual({ kind: 'remote', apiUrl: 'https://api.example/api/v1' });
  }
});
