import { expect, it } from 'vitest';
import type { Credentials } from '../../../src/server/auth/authenticator.ts';
import { Services } from '../../../src/server/auth/services.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { factoryOf } from '../../support/server-factory.ts';

const minute = 60_000;
const credentials = (caller: string, more: Partial<Credentials> = {}): Credentials => ({
  caller,
  access: `${caller}'s token`,
  token: () => '',
  narrowing: { budget: [], readOnly: false },
  ...more,
});

/** Services over nothing; `open` has what was opened and not closed yet. */
function stage() {
  const clock = virtualClock();
  const open: Credentials[] = [];
  const busy = new Set<Credentials>();
  let failure: Error | undefined;
  const services = new Services({
    clock,
    onError: (error) => {
      throw error;
    },
    async open(of) {
      if (failure) throw failure;
      open.push(of);
      return {
        factory: factoryOf(() => {
          throw new Error('no server here');
        }),
        isBusy: () => busy.has(of),
        takeOver: async () => 'unknown',
        close: async () => void open.splice(open.indexOf(of), 1),
      };
    },
  });
  return { clock, services, open, busy, fail: (error: Error | undefined) => void (failure = error) };
}

it('a service is that of one caller, one token and one narrowing, as long as it is used', async () => {
  const { services, open, clock } = stage();
  const own = credentials('ann');
  const others = [
    credentials('bob'),
    credentials('ann', { access: 'another token' }),
    credentials('ann', { narrowing: { budget: [], readOnly: true } }),
    credentials('ann', { narrowing: { budget: [{ credits: 5, window: 'day' }], readOnly: false } }),
  ];
  const first = await services.of(own);
  expect(first).toMatchObject({ caller: 'ann', access: "ann's token" });
  for (const one of others) expect(await services.of(one)).not.toBe(first);
  await clock.advance(29 * minute);
  expect(await services.of(credentials('ann'))).toBe(first);
  expect(open).toHaveLength(5);
  expect(services.recentCredentials('ann')).toBe(own);
  await services.close();
  expect(open).toEqual([]);
});

it('a service is closed half an hour after its last request, unless it is held or at work', async () => {
  const { services, open, busy, clock } = stage();
  const [idle, held, working, recent] = ['idle', 'held', 'working', 'recent'].map((caller) => credentials(caller)) as [
    Credentials,
    Credentials,
    Credentials,
    Credentials,
  ];
  for (const one of [idle, held, working]) await services.of(one);
  const release = (await services.of(held))?.hold();
  busy.add(working);
  await services.of(recent);
  await clock.advance(15 * minute);
  await services.of(recent);
  await clock.advance(15 * minute);
  await services.of(credentials('new 1'));
  expect(open).toContain(idle);
  await clock.advance(1);
  await services.of(credentials('new 2'));
  await expect.poll(() => open).not.toContain(idle);
  expect(open).toEqual(expect.arrayContaining([held, working, recent]));
  release?.();
  busy.clear();
  await clock.advance(30 * minute + 1);
  await services.of(credentials('new 3'));
  await expect.poll(() => open.map(({ caller }) => caller)).toEqual(['new 3']);
});

it('a caller has eight services at most: the one that was idle for the longest gives way, none that is at work', async () => {
  const { services, open, busy } = stage();
  const own = Array.from({ length: 10 }, (_, n) => credentials('ann', { access: `token ${n}` }));
  for (const one of own.slice(0, 8)) await services.of(one);
  await services.of(credentials('bob'));
  await services.of(own[0] as Credentials);
  expect(await services.of(own[8] as Credentials)).toBeDefined();
  await expect.poll(() => open).not.toContain(own[1]);
  expect(open).toHaveLength(9);
  for (const one of open) busy.add(one);
  expect(await services.of(own[9] as Credentials)).toBeUndefined();
  expect(await services.of(credentials('carl'))).toBeDefined();
});

it('what could not be opened is tried again by the next request', async () => {
  const { services, fail } = stage();
  fail(new Error('not now'));
  await expect(services.of(credentials('ann'))).rejects.toThrow('not now');
  fail(undefined);
  expect(await services.of(credentials('ann'))).toBeDefined();
});
