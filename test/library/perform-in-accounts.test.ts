import { expect, test } from 'vitest';
import { performInAccounts } from '../../src/library/perform-in-accounts.ts';
import { AccountChoice } from '../../src/tools/accounts/account-choice.ts';
import { jobOf } from '../tools/fake-client.ts';

/** Two accounts, of which the first is the default; each knows its jobs and says what it was asked. */
function accounts() {
  const asked: unknown[] = [];
  const jobs: Readonly<Record<string, readonly string[]>> = {
    acme: ['2026-11-20', '2026-11-22'],
    globex: ['2026-11-21'],
  };
  const all = ['acme', 'globex'].map((name) => ({ name, holds: async (id: string) => id.endsWith(name) }));
  const perform = performInAccounts(new AccountChoice(all, 'acme'), (name) => async (call, args) => {
    asked.push([name, call, ...args]);
    return call === 'jobs.list' ? jobs[name]?.map((started_at) => jobOf({ started_at })) : { data: call };
  });
  return { perform, asked };
}

test('jobs of all accounts come newest first, each with its account, and no more than were asked for', async () => {
  const { perform, asked } = accounts();
  const listed = async (filter?: object) =>
    ((await perform('jobs.list', [filter])) as { account: string; started_at: string }[]).map(
      ({ account, started_at }) => `${account} ${started_at.slice(-2)}`,
    );
  expect(await listed()).toEqual(['acme 22', 'globex 21', 'acme 20']);
  expect(await listed({ limit: 2 })).toEqual(['acme 22', 'globex 21']);
  expect(await listed({ account: 'globex' })).toEqual(['globex 21']);
  expect(asked.at(-1)).toEqual(['globex', 'jobs.list', {}]);
});

test('a call is made in the account that it names, else in the default one, and its answer names it', async () => {
  const { perform, asked } = accounts();
  expect(await perform('projects.list', [{}, { account: 'globex', wait_s: 3 }])).toMatchObject({ account: 'globex' });
  expect(await perform('projects.list', [{}])).toMatchObject({ account: 'acme' });
  expect(await perform('jobs.wait', ['job_globex'])).toMatchObject({ account: 'globex' });
  expect(asked).toEqual([
    ['globex', 'projects.list', {}, { wait_s: 3 }],
    ['acme', 'projects.list', {}, undefined],
    ['globex', 'jobs.wait', 'job_globex', undefined],
  ]);
  await expect(perform('projects.list', [{}, { account: 7 }])).rejects.toMatchObject({ code: 'invalid_arguments' });
});
