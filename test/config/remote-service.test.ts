import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

const read = (env: Record<string, string>) => readConfig({}, { HOME: '/home/ada', ...env });

it('of nobody has no settings of a service', () => {
  const config = { secrets: undefined, eventsSecrets: undefined, ...read({}) };
  for (const name of ['auth', 'publicUrl', 'secrets', 'replica', 'metricsListen', 'eventsSecrets'])
    expect(config).toHaveProperty(name, undefined);
});

it('reads what is set', () => {
  const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
  const config = read({
    VISIBILITY_SECRET: `${one} , ${other}`,
    VISIBILITY_REPLICA: 'a-Z-09'.padEnd(32, 'x'),
    VISIBILITY_METRICS_LISTEN: '127.0.0.1:9464',
    VISIBILITY_EVENTS_SECRET: 'e'.repeat(16),
    VISIBILITY_PUBLIC_URL: 'https://mcp.example.com/',
  });
  expect(config).toMatchObject({
    replica: 'a-Z-09'.padEnd(32, 'x'),
    metricsListen: '127.0.0.1:9464',
    publicUrl: 'https://mcp.example.com',
  });
  expect(config.secrets?.()).toEqual([one, other]);
  expect(config.eventsSecrets?.()).toEqual(['e'.repeat(16)]);
  expect(JSON.stringify(config)).not.toMatch(/1111|2222|eeee/);
});

it('has a name in any script, with digits and signs', () => {
  expect(read({}).service).toBe('Visibility');
  for (const name of ['Müller & Söhne', '可視性 2.0', '€ + $', 'a-b (c)'])
    expect(read({ VISIBILITY_NAME: name }).service).toBe(name);
});

it('reads the file of machines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'machines-'));
  writeFileSync(join(folder, 'token'), 'platform-token', { mode: 0o600 });
  const machines = { nightly: { secret_sha256: 'a'.repeat(64), token_file: 'token', scopes: ['read'] } };
  writeFileSync(join(folder, 'machines.json'), JSON.stringify(machines), { mode: 0o600 });
  const env = { VISIBILITY_MACHINES: join(folder, 'machines.json') };
  expect(read(env).machines?.()).toMatchObject([{ name: 'nightly', scopes: ['read'] }]);
  expect(read({}).machines).toBeUndefined();
  rmSync(folder, { recursive: true });
});

it.each([
  ['VISIBILITY_EVENTS_SECRET', 'e'.repeat(15), /at least 16 characters/],
  ['VISIBILITY_SECRET', 's'.repeat(31), /at least 32 characters/],
  ['VISIBILITY_NAME', 'x'.repeat(61), /VISIBILITY_NAME: 1 to 60 letters/],
  ['VISIBILITY_NAME', 'a\nb', /VISIBILITY_NAME: 1 to 60 letters/],
  ['VISIBILITY_NAME', '\u202eab', /VISIBILITY_NAME: 1 to 60 letters/],
  ['VISIBILITY_REPLICA', 'x'.repeat(33), /replica: 1 to 32 letters/],
  ['VISIBILITY_REPLICA', 'a.b', /replica: 1 to 32 letters/],
  ['VISIBILITY_REPLICA', 'ab.', /replica: 1 to 32 letters/],
  ['VISIBILITY_REPLICA', '.ab', /replica: 1 to 32 letters/],
  ['VISIBILITY_PUBLIC_URL', 'mcp.example.com', /public-url: not an http\(s\) address/],
  ['VISIBILITY_PUBLIC_URL', 'shttps://mcp.example.com', /public-url: not an http\(s\) address/],
  ['VISIBILITY_PUBLIC_URL', 'https://ada@mcp.example.com', /public-url: an origin is needed/],
  ['VISIBILITY_PUBLIC_URL', 'https://:pw@mcp.example.com', /public-url: an origin is needed/],
  ['VISIBILITY_PUBLIC_URL', 'https://mcp.example.com?a', /public-url: an origin is needed/],
  ['VISIBILITY_PUBLIC_URL', 'https://mcp.example.com?a=1', /public-url: an origin is needed/],
  ['VISIBILITY_PUBLIC_URL', 'https://mcp.example.com#a', /public-url: an origin is needed/],
  ['VISIBILITY_PUBLIC_URL', 'https://mcp.example.com/mcp', /public-url: an origin is needed/],
])('refuses %s=%s', (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(message);
});
