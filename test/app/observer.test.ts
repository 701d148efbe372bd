import { expect, test } from 'vitest';
import { createObserver } from '../../src/app/observer.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { State } from '../../src/state/state.ts';
import type { Config } from '../../src/app/config/config.ts';

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

test('a store that takes no writes has no figures', async () => {
  let isFull = false;
  const unfinished = async () => ({ running: 1 });
  const takesWrites = async () => {
    if (isFull) throw new Error('no space left');
  };
  const state = { ledger: { unfinished }, runs: { unfinished }, takesWrites } as unknown as State;
  const { figures } = createObserver(answering, systemClock, state);
  expect(await figures()).toEqual({ running: 1, runs: { running: 1 } });
  isFull = true;
  await expect(figures()).rejects.toThrow('no space left');
});
