import { expect, test } from 'vitest';
import { createObserver } from '../../../src/cli/wiring/observer.ts';
import { systemClock } from '../../../src/clock.ts';
import type { Config } from '../../../src/config/config.ts';

const answering = { platform: { kind: 'sandbox', data: ':memory:', speed: 1 } } as unknown as Config;
const silent = { platform: { kind: 'remote', apiUrl: 'http://127.0.0.1:9/api/v1' } } as unknown as Config;

test.each([
  { accounts: [answering, silent], isReady: true },
  { accounts: [silent, answering], isReady: true },
  { accounts: [silent, silent], isReady: false },
])('a server is ready while the platform of one of its accounts answers', async ({ accounts, isReady }) => {
  const configs = new Map(accounts.map((one, n) => [`account ${n}`, one]));
  const { checks } = createObserver({ accounts: { configs } } as unknown as Config, systemClock, undefined);
  const ready = checks.platform().then(
    () => true,
    () => false,
  );
  expect(await ready).toBe(isReady);
});
