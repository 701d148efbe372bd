import { expect, test } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { freshState } from '../support/state/store.ts';

const windows = [{ window: 'total', session: 's', zone: 'UTC' }] as const;

test('a team takes over what an account had before it was known as hers, and its limits where she has none', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { accounts, ledger, runs } = it.state;
  await accounts.setLimits('old', [
    { credits: 10, span: 'day' },
    { credits: 20, span: 'week' },
  ]);
  await accounts.setLimits('team', [{ credits: 5, span: 'day' }]);
  await accounts.begin('old', { start: 'read', since: 77 }, [{ at: clock.now(), operation: 'x', credits: 7 }]);
  const { id } = await recordedCall(it.state, { account: 'old' });
  const lease = { owner: 'process', leaseMs: 60_000, holdMs: 60_000, session: 's', limits: [], consentThresholds: [] };
  const run = { id: 'run_1', account: 'old', session: 's', code: '', input: 'null', may: [], maxCredits: 11 };
  await runs.begin(run, lease);
  await accounts.bind('access', 'team', ['old', 'team', 'old']);

  expect(await accounts.find('access')).toBe('team');
  expect((await accounts.limits('team')).map(({ span, credits }) => `${credits}/${span}`)).toEqual([
    '5/day',
    '20/week',
  ]);
  expect(await ledger.usage('team', windows)).toEqual([{ spent: 7, held: 16, inDoubt: 0 }]);
  expect(await ledger.usage('old', windows)).toEqual([{ spent: 0, held: 0, inDoubt: 0 }]);
  expect(await ledger.find('team', id)).toMatchObject({ estimate: 5 });
  expect(await runs.find('team', 'run_1')).toMatchObject({ maxCredits: 11 });
  expect(await accounts.beginning('team')).toEqual({ start: 'read', since: 77 });
  expect(await accounts.beginning('old')).toBeUndefined();
  expect(await it.state.check()).toEqual([]);

  await accounts.begin('other', { start: 'waived', since: 9 }, []);
  await accounts.bind('second', 'team', ['other']);
  expect(await accounts.beginning('team')).toEqual({ start: 'read', since: 77 });
  await accounts.bind('access', 'moved', []);
  expect([await accounts.find('access'), await accounts.find('second')]).toEqual(['moved', 'team']);
});

test('the charges from before are read once, again where more of them are needed, or on request', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { accounts, ledger } = it.state;
  const begin = async (since: number, credits: number, again?: 'again') => [
    await accounts.begin('a', { start: 'read', since }, [{ at: clock.now(), operation: 'x', credits }], again),
    (await ledger.usage('a', windows))[0]?.spent,
  ];
  expect(await begin(500, 1)).toEqual([true, 1]);
  expect(await begin(500, 2)).toEqual([false, 1]);
  expect(await begin(501, 3)).toEqual([false, 1]);
  expect(await begin(499, 4)).toEqual([true, 4]);
  expect(await begin(800, 5, 'again')).toEqual([true, 5]);
  expect(await accounts.beginning('a')).toEqual({ start: 'read', since: 800 });
});
