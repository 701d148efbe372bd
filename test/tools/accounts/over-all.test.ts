import { expect, test } from 'vitest';
import type { JobView } from '../../../src/client/calls/reply.ts';
import type { Client, MoneyView } from '../../../src/client/client.ts';
import { AccountChoice } from '../../../src/tools/accounts/account-choice.ts';
import { inAccount } from '../../../src/tools/accounts/in-account.ts';
import { creditsOfAll, workOfAll, type OpenedAccount } from '../../../src/tools/accounts/over-all.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

const account = (name: string, client: Partial<Client> = {}, ids: readonly string[] = []): OpenedAccount => ({
  name,
  client: client as Client,
  runs: undefined,
  holds: async (id) => ids.includes(id),
});

test('a row of each account has its own figures, and why there are none', async () => {
  const money = {
    balance: 1,
    plan: 'scale',
    limits: [{ limit: '9/day', left: 2 }],
    totals: { charged: 3, reserved: 4, in_doubt: 5 },
  };
  const refused = {
    ...money,
    balance: undefined,
    balance_unknown: 'code: why',
    failure: new VisibilityError('unreachable', 'why'),
  };
  const [acme, globex, initech] = await creditsOfAll([
    account('acme', { money: async () => money as unknown as MoneyView }),
    account('globex', { money: async () => refused as unknown as MoneyView }),
    account('initech', { money: () => Promise.reject(new VisibilityError('unreachable', 'the store is away')) }),
  ]);
  const figures = { plan: 'scale', left: ['2 of 9/day'], charged: 3, reserved: 4, in_doubt: 5 };
  expect(acme).toEqual({ account: 'acme', balance: 1, ...figures });
  expect(globex).toEqual({ account: 'globex', balance_unknown: 'why', ...figures });
  expect(initech).toEqual({ account: 'initech', balance_unknown: 'the store is away', left: [] });
});

test('jobs of all accounts are listed newest first, as many as of one', async () => {
  const jobs = (from: number) =>
    Array.from({ length: 40 }, (_, n) => ({
      job_id: `job_${from + 2 * n}`,
      started_at: new Date((from + 2 * n) * 1_000).toISOString(),
    })) as JobView[];
  const of = (name: string, from: number) => account(name, { jobs: async () => jobs(from) });
  const listed = await workOfAll([of('acme', 0), of('globex', 1)]);
  expect(listed.map(({ job_id }) => job_id)).toEqual(Array.from({ length: 50 }, (_, n) => `job_${79 - n}`));
  expect(listed.slice(0, 2).map((one) => one.account)).toEqual(['globex', 'acme']);
});

test('a record is looked for in all accounts, and is no other account that is named', async () => {
  const away = { ...account('away'), holds: () => Promise.reject(new VisibilityError('unreachable', 'away')) };
  const choice = new AccountChoice([account('acme', {}, ['job_1']), account('globex'), away], undefined);
  expect((await choice.holding('job_1')).name).toBe('acme');
  expect((await choice.holding('job_1', 'acme')).name).toBe('acme');
  await expect(choice.holding('job_1', 'globex')).rejects.toMatchObject({
    code: 'invalid_arguments',
    message: 'job_1 belongs to acme, not to globex.',
  });
  // Whoever cannot be asked may have it.
  await expect(choice.holding('job_2')).rejects.toMatchObject({ code: 'unreachable' });
  const both = new AccountChoice([account('acme'), account('globex')], undefined);
  await expect(both.holding('job_2')).rejects.toMatchObject({ code: 'unknown_job' });
  await expect(both.holding('job_2', 'acme')).rejects.toMatchObject({ code: 'unknown_job' });
});

test('a result in an account leads there again: its question, its link, its advice, and not what the platform said', () => {
  const failureMessage = 'see visibility://jobs/1 and call_read {"operation":"a"}';
  const led = 'see visibility://accounts/acme/jobs/1 and call_read {"account":"acme","operation":"a"}';
  const result = inAccount(
    {
      text: '',
      structured: { ok: true, data: { said: failureMessage }, next: failureMessage, hint: 'job_wait {"job_id":"1"}' },
      question: { text: 'Which one?', call: { tool: 'call_paid', args: { operation: 'a' } } } as never,
      link: { uri: 'visibility://saved/1' } as never,
    },
    'acme',
  );
  expect(result).toMatchObject({
    structured: {
      ok: true,
      account: 'acme',
      data: { said: failureMessage },
      next: led,
      hint: 'job_wait {"job_id":"1"}',
    },
    question: { text: 'acme: Which one?', call: { args: { account: 'acme', operation: 'a' } } },
    link: { uri: 'visibility://accounts/acme/saved/1' },
  });
  expect(JSON.parse(result.text)).toEqual(result.structured);
});
