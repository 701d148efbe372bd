import { expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';

const read = (env: Record<string, string>) => readConfig({}, { HOME: '/home/ada', ...env });

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
