import { idleMs } from '../../../../src/app/times.ts';
import { expect, it } from 'vitest';
import type { Credentials } from '../../../../src/server/http/auth/authenticator.ts';
import { CallerServers } from '../../../../src/server/http/callers/caller-servers.ts';
import { virtualClock } from '../../../support/clock/virtual-clock.ts';
import { factoryOf } from '../../mcp.ts';

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
  const errors: unknown[] = [];
  let failure: Error | undefined;
  let opening: Promise<void> | undefined;
  const callerServers = new CallerServers({
    clock,
    idleMs,
    onError: (error) => void errors.push(error),
    async open(of) {
      if (failure) throw failure;
      open.push(of);
      await opening;
      return {
        factory: factoryOf(() => {
          throw new Error('no server here');
        }),
        isBusy: () => busy.has(of),
        takeOver: async () => 'unknown',
        async close() {
          open.splice(open.indexOf(of), 1);
          if (failure) throw failure;
        },
      };
    },
  });
  return {
    clock,
    callerServers,
    open,
    busy,
    errors,
    fail: (error: Error | undefined) => void (failure = error),
    /** From now on servers open once that is settled. */
    wait: (until: Promise<void>) => void (opening = until),
  };
}

it('a server is kept for one caller, token, sign-in and set of restrictions while it is used', async () => {
  const { callerServers, open, clock } = stage();
  const own = credentials('ann');
  const others = [
    credentials('bob'),
    credentials('carl', { access: "ann's token" }),
    credentials('ann', { access: 'another token' }),
    credentials('ann', { connection: 'a sign-in' }),
    credentials('ann', { connection: 'another sign-in' }),
    credentials('ann', { narrowing: { budget: [], readOnly: true } }),
    credentials('ann', { narrowing: { budget: [{ credits: 5, window: 'day' }], readOnly: false } }),
  ];
  const first = await callerServers.of(own);
  expect(first).toMatchObject({ caller: 'ann', access: "ann's token" });
  for (const one of others) expect(await callerServers.of(one)).not.toBe(first);
  const alike = await Promise.all(others.map(async (one) => (await callerServers.of(one))?.restrictions));
  // The restrictions of another caller, and those of other sign-ins with the same token.
  expect(alike.map((restrictions) => restrictions === first?.restrictions)).toEqual([
    false,
    true,
    false,
    true,
    true,
    false,
    false,
  ]);
  await clock.advance(29 * minute);
  expect(await callerServers.of(credentials('ann'))).toBe(first);
  expect(open).toHaveLength(8);
  expect(callerServers.recentCredentials(own)).toBe(own);
  expect(callerServers.recentCredentials(credentials('bob'))).toBe(others[0]);
  expect(callerServers.recentCredentials(credentials('carl'))).toBeUndefined();
  for (const access of ['a token of another team', "ann's token"])
    expect(callerServers.recentCredentials(credentials('bob', { access }))).toBeUndefined();
  await callerServers.close();
  expect(open).toEqual([]);
});

it('the server of a caller is closed half an hour after its last request, unless it is held or busy', async () => {
  const { callerServers, open, busy, clock } = stage();
  const [idle, held, working, recent] = ['idle', 'held', 'working', 'recent'].map((caller) => credentials(caller)) as [
    Credentials,
    Credentials,
    Credentials,
    Credentials,
  ];
  for (const one of [idle, held, working]) await callerServers.of(one);
  const release = (await callerServers.of(held))?.hold();
  busy.add(working);
  await callerServers.of(recent);
  await clock.advance(15 * minute);
  await callerServers.of(recent);
  await clock.advance(15 * minute);
  await callerServers.of(credentials('new 1'));
  expect(open).toContain(idle);
  await clock.advance(1);
  await callerServers.of(credentials('new 2'));
  await expect.poll(() => open).not.toContain(idle);
  expect(open).toEqual(expect.arrayContaining([held, working, recent]));
  release?.();
  busy.clear();
  await clock.advance(30 * minute + 1);
  await callerServers.of(credentials('new 3'));
  await expect.poll(() => open.map(({ caller }) => caller)).toEqual(['new 3']);
});

it('a caller has at most 32 servers: the one idle longest is closed, never a busy one', async () => {
  const { callerServers, open, busy } = stage();
  const own = Array.from({ length: 34 }, (_, n) => credentials('ann', { access: `token ${n}` }));
  await callerServers.of(credentials('bob'));
  for (const one of own.slice(0, 32)) await callerServers.of(one);
  await callerServers.of(own[0] as Credentials);
  expect(await callerServers.of(own[32] as Credentials)).toBeDefined();
  await expect.poll(() => open).not.toContain(own[1]);
  expect(open).toHaveLength(33);
  for (const one of open) busy.add(one);
  expect(await callerServers.of(own[33] as Credentials)).toBeUndefined();
  expect(await callerServers.of(credentials('carl'))).toBeDefined();
});
