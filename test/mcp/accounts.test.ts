import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { CreditsOfAccount } from '../../src/tools/accounts/over-all.ts';
import { processClock } from '../support/clock/process-clock.ts';
import { engine, preparedStore } from '../support/state/store.ts';
import { isThorough } from '../support/thorough.ts';
import { randomOf } from '../support/random.ts';
import type { Told } from './support/message.ts';
import { folder, type Scope } from './support/scope.ts';
import { openHost } from './support/in-process.ts';
import { startHost, type Host } from './support/stdio-host.ts';

const names = ['acme', 'globex', 'initech'] as const;
type Name = (typeof names)[number];

/** Three accounts, each on an embedded platform of its own: projects, storylines and jobs have the same ids on all of them. */
function accountsFile(scope: Scope, entries: object, mode = 0o600): string {
  const file = join(folder(scope), 'accounts.json');
  writeFileSync(file, JSON.stringify(entries), { mode });
  return file;
}

const three = Object.fromEntries(names.map((name) => [name, { sandbox: true }]));

async function startThree(scope: Scope, state: string, entries: object = three) {
  const file = accountsFile(scope, entries);
  const env = { VISIBILITY_ACCOUNTS: file, VISIBILITY_STATE: state, VISIBILITY_SANDBOX_SPEED: '2000' };
  return openHost(scope, { env: { ...env, XDG_STATE_HOME: folder(scope) } });
}

type KnownCredits = { readonly [K in keyof CreditsOfAccount]-?: NonNullable<CreditsOfAccount[K]> };

const others = (name: Name): Name[] => names.filter((one) => one !== name);
const errorOf = (result: Told): { code: string; message: string } => (result as unknown as { error: never }).error;

/** The answer is the account's, and holds nothing of another. */
function expectOf(result: Told, name: Name): void {
  expect(result).toMatchObject({ account: name });
  for (const other of others(name)) expect(JSON.stringify(result)).not.toContain(other);
}

describe('a server with three accounts', () => {
  for (const seed of isThorough ? [1, 2, 3, 4] : [1])
    it(
      `draws, remembers and answers for each alone, through restarts (seed ${seed})`,
      { timeout: 180_000 },
      async (scope) => {
        await using store = await preparedStore();
        const home = folder(scope);
        const file = accountsFile(scope, three);
        // Several processes share PostgreSQL's own clock: there the platform alone is fast.
        const clock = engine === 'sqlite' ? processClock(50) : undefined;
        const env = {
          VISIBILITY_ACCOUNTS: file,
          VISIBILITY_STATE: store.location,
          VISIBILITY_SANDBOX_SPEED: engine === 'sqlite' ? '2' : '100',
          XDG_STATE_HOME: home,
        };
        const start = (): Promise<Host> => startHost(scope, { env, clock });
        const { pick, below, chance } = randomOf(seed);
        const jobs: { id: string; name: Name }[] = [];
        const storylines = new Set<string>();
        let host = await start();
        try {
          for (let step = 0; step < (isThorough ? 30 : 18); step++) {
            const name = pick(names);
            const act = step < 3 ? 0 : below(6);
            if (act <= 1) {
              const result = await host.call('call_paid', {
                account: step < 3 ? names[step] : name,
                operation: 'storylines.create',
                arguments: { project: 1, keyword: `word-of-${step < 3 ? names[step] : name} ${step}` },
                wait_s: 0,
              });
              const owner = step < 3 ? names[step]! : name;
              expectOf(result, owner);
              const { job_id: id } = (result as unknown as { job: { job_id: string } }).job;
              jobs.push({ id, name: owner });
            } else if (act === 2) {
              const job = pick(jobs);
              const result = await host.call('job_wait', { job_id: job.id, wait_s: 0 });
              expectOf(result, job.name);
            } else if (act === 3) {
              const job = pick(jobs);
              const other = pick(others(job.name));
              const { message } = errorOf(await host.call('job_wait', { job_id: job.id, account: other, wait_s: 0 }));
              expect(message).toBe(`${job.id} belongs to ${job.name}, not to ${other}.`);
              const uri = `visibility://accounts/${other}/jobs/${job.id}`;
              const { error } = await host.request('resources/read', { uri });
              expect(error?.message).toContain(`${job.id} belongs to ${job.name}, not to ${other}.`);
            } else if (act === 4) {
              expectOf(
                await host.call('call_read', {
                  account: name,
                  operation: 'storylines.list',
                  arguments: { project: 1 },
                }),
                name,
              );
              const listed = await host.call('job_list', { account: name });
              expectOf(listed, name);
              const ids = (listed.data as { jobs: { job_id: string }[] }).jobs.map((one) => one.job_id);
              expect(ids.toSorted()).toEqual(
                jobs
                  .filter((one) => one.name === name)
                  .map(({ id }) => id)
                  .toSorted(),
              );
            } else {
              if (chance(0.5)) host.child.kill('SIGKILL');
              else host.child.stdin.end();
              await host.ended;
              host = await start();
            }
          }
          // The platforms number alike: the same id is another thing in each account.
          for (const { id, name } of jobs) {
            const result = await host.call('job_wait', { job_id: id, wait_s: 600 });
            expectOf(result, name);
            // A start that was killed before it left was not sent; one before its answer came is in doubt. Both say so.
            if (result.ok) storylines.add(`${name} ${String((result.data as { id?: unknown }).id)}`);
            else expect(['outcome_unknown', 'unreachable'], errorOf(result).message).toContain(errorOf(result).code);
          }
          const numbers = [...storylines].map((one) => one.split(' ')[1]);
          expect(new Set(numbers).size).toBeLessThan(numbers.length);
          const rows = async () => ((await host.call('credits')).data as { accounts: CreditsOfAccount[] }).accounts;
          // A balance whose read took too long is unknown until it is read again.
          const accounts = await vi.waitFor(
            async () => {
              const all = await rows();
              for (const { balance_unknown: reason } of all) expect(reason).toBeUndefined();
              return all as KnownCredits[];
            },
            { timeout: 60_000 },
          );
          for (const { account, balance, charged, reserved, in_doubt: inDoubt } of accounts) {
            const drawn = 1000 - balance;
            expect(drawn).toBeLessThanOrEqual(5 * jobs.filter(({ name }) => name === account).length);
            if (inDoubt === 0) expect({ charged, reserved }).toEqual({ charged: drawn, reserved: 0 });
            expect(charged).toBeLessThanOrEqual(drawn);
            expect(charged + reserved + inDoubt).toBeGreaterThanOrEqual(drawn);
          }
          const all = (await host.call('job_list')).data as {
            jobs: { job_id: string; account: string; started_at: string }[];
          };
          const starts = all.jobs.map(({ started_at: at }) => at);
          expect(starts).toEqual(starts.toSorted().toReversed());
          expect(new Map(all.jobs.map((one) => [one.job_id, one.account]))).toEqual(
            new Map(jobs.map(({ id, name }) => [id, name])),
          );
        } finally {
          host.child.kill('SIGKILL');
          await host.ended;
        }
      },
    );

  it.skipIf(engine === 'postgres')(
    'needs a name where there is no default, and takes the default where there is one',
    async (scope) => {
      const nameless = await startThree(scope, join(folder(scope), 'state.db'));
      const read = { operation: 'projects.list' };
      expect(errorOf(await nameless.call('call_read', read)).message).toContain('acme, globex, initech');
      expect(errorOf(await nameless.call('call_read', { ...read, account: 'hooli' })).message).toContain(
        'acme|globex|initech',
      );
      expect(errorOf(await nameless.call('job_wait', { job_id: 'job_none' })).code).toBe('unknown_job');
      const state = join(folder(scope), 'state.db');
      const standard = await startThree(scope, state, {
        ...three,
        globex: { sandbox: true, default: true, budget: '4/day' },
        initech: { sandbox: true, read_only: true },
      });
      expectOf(await standard.call('call_read', read), 'globex');
      const paid = { operation: 'storylines.create', arguments: { project: 1, keyword: 'x' }, wait_s: 0 };
      expect(errorOf(await standard.call('call_paid', paid)).code).toBe('budget_exceeded');
      expect(errorOf(await standard.call('call_paid', { ...paid, account: 'initech' })).code).toBe('not_permitted');
      expectOf(await standard.call('call_paid', { ...paid, account: 'acme' }), 'acme');
      const program = { code: 'return (await platform.projects.list()).data.length', account: 'acme', wait_s: 20 };
      const ran = await standard.call('run_code', program);
      expectOf(ran, 'acme');
      const { run_id: id } = (ran as unknown as { run: { run_id: string } }).run;
      expect(errorOf(await standard.call('job_wait', { job_id: id, account: 'globex' })).message).toContain(
        'belongs to acme',
      );
      expect(errorOf(await standard.call('run_code', { resume: id, account: 'globex' })).message).toContain(
        'belongs to acme',
      );
      const readAt = async (uri: string) => {
        const { result, error } = await standard.request('resources/read', { uri });
        return error?.message ?? JSON.stringify(result);
      };
      const saved = await standard.call('call_read', { ...read, account: 'acme', save: 'json' });
      const { uri } = (saved as unknown as { file: { uri: string } }).file;
      const fileId = uri.split('/').at(-1)!;
      expect(uri).toBe(`visibility://accounts/acme/saved/${fileId}`);
      for (const [kept, content] of [
        [`saved/${fileId}`, 'fjordkiste.example'],
        [`runs/${id}`, '2'],
      ] as const) {
        expect(await readAt(`visibility://accounts/acme/${kept}`)).toContain(content);
        expect(await readAt(`visibility://${kept}`)).toContain(content);
        expect(await readAt(`visibility://accounts/globex/${kept}`)).toMatch(/belongs to acme, not to globex/);
      }
      expect(await readAt('visibility://accounts/acme/saved/none')).toContain('No file "none"');
      const read1 = await standard.request('resources/read', { uri: 'visibility://accounts/acme/jobs' });
      expect(JSON.stringify(read1.result)).toContain('storylines.create');
      const read2 = await standard.request('resources/read', { uri: 'visibility://jobs' });
      expect(JSON.stringify(read2.result)).not.toContain('storylines.create');
    },
  );

  it.skipIf(engine === 'postgres')('does nothing final by a number that another account gave', async (scope) => {
    const host = await startThree(scope, join(folder(scope), 'state.db'));
    const call = (tool: string, account: Name, operation: string, args: object) =>
      host.call(tool, { account, operation, arguments: args, fields: ['[0:1]'] });
    const claims = (account: Name) => call('call_read', account, 'accuracy.list', { id: 2001 });
    const [{ id: claim } = { id: 0 }] = (await claims('globex')).data as { id: number }[];
    const settle = (account: Name) =>
      call('call_write', account, 'accuracy.resolve', { id: 2001, claim, resolution_status: 'false_positive' });
    const refused = await settle('acme');
    expect(refused).toMatchObject({ ok: false, account: 'acme', error: { outcome: 'not_sent' } });
    const read = 'call_read {"account":"acme","operation":"accuracy.list","arguments":{"id":2001}}';
    expect(errorOf(refused)).toMatchObject({ code: 'invalid_arguments', next: read });
    expect(await settle('globex')).toMatchObject({ ok: true, consequence: expect.stringContaining('Final') });
    await claims('acme');
    expect(await settle('acme')).toMatchObject({ ok: true, account: 'acme' });
  });

  it.skipIf(engine === 'postgres')('reports on the brands of all accounts in one call', async (scope) => {
    const host = await startThree(scope, join(folder(scope), 'state.db'));
    const { result } = await host.request('tools/call', {
      name: 'visibility_report',
      arguments: { brand: 'all', compare: 'previous' },
    });
    const { data } = (result as unknown as { structuredContent: { data: { brands: Record<string, unknown>[] } } })
      .structuredContent;
    const rows = data.brands.map(({ account, brand, index }) => [account, brand, typeof index]);
    expect(rows.toSorted()).toEqual(names.map((name) => [name, 'Fjordkiste', 'number']));
    const alone = await host.request('tools/call', { name: 'visibility_report', arguments: {} });
    expect(JSON.stringify(alone.result)).toContain('account is needed');
  });
});
