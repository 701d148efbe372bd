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

it.each([
  ['VISIBILITY_EVENTS_SECRET', 'e'.repeat(15), /at least 16 characters/],
  ['VISIBILITY_SECRET', 's'.repeat(31), /at least 32 characters/],
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
