import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connect,
  isVisibilityError,
  SettingError,
  type ConnectOptions,
  type Platform,
} from '../../src/library/index.ts';
import type { OptionSetting } from '../../src/library/connect-options.ts';
import { folder } from '../support/processes/folder.ts';

type Untyped = Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** A platform of its own, closed at the end of its block. */
async function opened(options: ConnectOptions = {}): Promise<AsyncDisposable & { readonly platform: Platform }> {
  const place = await folder();
  const platform = await connect({
    sandbox: true,
    sandboxSpeed: 1000,
    state: join(place.path, 'state.db'),
    ...options,
  });
  return {
    platform,
    async [Symbol.asyncDispose]() {
      await platform.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** The code of the refusal, or what came instead. */
const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (done) => done,
    (error: unknown) => (isVisibilityError(error) ? error.code : error),
  );

/** For tests that only read. */
let shared: Awaited<ReturnType<typeof opened>>;
beforeAll(async () => {
  shared = await opened();
});
afterAll(() => shared[Symbol.asyncDispose]());

// Most of them wait for a job that is looked at every five seconds.
describe.concurrent('the library', () => {
  it('waits for the job that a call starts, and says what it cost', async () => {
    const seen: string[] = [];
    await using rig = await opened({ onProgress: ({ operation }) => void seen.push(operation) });
    const { data, job, credits } = await rig.platform.storylines.create({ project: 1, keyword: 'tent pegs' });
    expect(data.status).toBe('completed');
    expect(job?.state).toBe('completed');
    expect(credits).toMatchObject({ estimated: 5, charged: 5 });
    expect(seen).toContain('storylines.create');
    await expect(rig.platform.jobs.wait(job?.job_id ?? '')).resolves.toMatchObject({ data: { id: data.id } });
    await expect(rig.platform.jobs.list()).resolves.toMatchObject([{ job_id: job?.job_id }]);
  });

  it('compares the platform with the catalog, and refuses a family that there is not', async () => {
    const seen: number[] = [];
    const outcome = await shared.platform.verify({
      families: ['credits', 'billing'],
      onProgress: (n) => void seen.push(n),
    });
    expect(outcome).toMatchObject({ ok: true, platform: 'embedded', spent: 0 });
    expect(outcome.coverage.operations.checked).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(2);
    const one = await shared.platform.verify({ families: ['credits'], limit: 1 });
    expect(one.operations.some(({ why }) => why === 'the limit of requests is used up')).toBe(true);
    await expect(shared.platform.verify({ families: ['credit'] })).rejects.toThrow('did you mean credits');
    const finding = { kind: 'missing' as const, path: 'data.plan', expected: 'text', seen: 'absent' };
    const baseline = { operations: [{ operation: 'credits.balance', result: 'drift' as const, findings: [finding] }] };
    expect(await shared.platform.verify({ families: ['credits'], baseline })).toMatchObject({ ok: true, known: 0 });
    await expect(shared.platform.verify({ baseline: {} as typeof baseline })).rejects.toThrow(
      'no outcome of an earlier',
    );
    await expect(shared.platform.verify({ limit: 0.5 })).rejects.toThrow(SettingError);
    await expect(shared.platform.verify({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });

  it('says which argument an operation does not take, and which was meant', async () => {
    const keywords = shared.platform.keywords as unknown as Untyped[string];
    await expect(keywords?.['list']?.({ projekt: 2 })).rejects.toThrow(
      'projekt: is not an argument; did you mean project?; project: is required: an id, name or domain',
    );
  });

  it('hands a job over that is not to be waited for', async () => {
    await using rig = await opened({ sandboxSpeed: 1 });
    const { data, job } = await rig.platform.storylines.create({ project: 1, keyword: 'pegs' }, { wait_s: 0 });
    expect(data).toBeNull();
    expect(job?.state).toMatch(/starting|running/);
    const repeat = async (again: boolean) =>
      (await rig.platform.storylines.create({ project: 1, keyword: 'pegs' }, { wait_s: 0, again })).job?.job_id;
    expect(await repeat(false)).toBe(job?.job_id);
    expect(await repeat(true)).not.toBe(job?.job_id);
  });

  it('reads every page of a list', async () => {
    const ids = new Set<unknown>();
    for await (const { id } of shared.platform.keywords.list.all({ project: 1, per_page: 1 })) ids.add(id);
    const { page } = await shared.platform.keywords.list({ project: 1 });
    expect(ids.size).toBe(page?.total);
    expect(ids.size).toBeGreaterThan(1);
  });

  it('saves what a list gives as a file, also in a folder', async () => {
    const out = await folder();
    await using rig = await opened({ outFolder: out.path });
    const saved = await rig.platform.save('keywords.csv', rig.platform.keywords.list.all({ project: 1, per_page: 1 }));
    const { page } = await rig.platform.keywords.list({ project: 1 });
    expect(saved).toMatchObject({ count: page?.total, name: 'keywords.csv', path: join(out.path, 'keywords.csv') });
    expect(saved.uri).toMatch(/^visibility:\/\/saved\//);
    expect(parse(await readFile(saved.path ?? ''), { bom: true, columns: true })).toHaveLength(saved.count);
    await expect(codeOf(rig.platform.save('../a.csv', []))).resolves.toBe('invalid_arguments');
    await expect(codeOf(rig.platform.save('a.exe', []))).resolves.toBe('invalid_arguments');
    await out[Symbol.asyncDispose]();
  });

  it('reads all of a list that has no pages, and of one within an answer', async () => {
    const untyped = shared.platform as unknown as Readonly<
      Record<string, Readonly<Record<string, { all(input: object): AsyncIterable<{ id: number }> }>>>
    >;
    const idsOf = async (family: string, action: string, input: object): Promise<number[]> => {
      const ids: number[] = [];
      for await (const { id } of untyped[family]![action]!.all(input)) ids.push(id);
      return ids;
    };
    const { data: brands } = await shared.platform.tracking.list();
    expect(await idsOf('tracking', 'list', {})).toEqual(brands.map(({ id }) => id));
    const whole = await shared.platform.content_audits.pages({ id: 8002, per_page: 100 });
    const pages = whole.data.pages?.data ?? [];
    expect(pages.length).toBeGreaterThan(2);
    expect(await idsOf('content_audits', 'pages', { id: 8002, per_page: 2 })).toEqual(pages.map(({ id }) => id));
    await expect(idsOf('credits', 'balance', {})).rejects.toThrow(
      'platform.credits.balance.all: the answer has no list',
    );
  });

  it('takes the name or the domain of a project wherever it takes its id', async () => {
    const { data } = await shared.platform.articles.list({ project: 'Moosgarten' });
    expect(data).toEqual((await shared.platform.articles.list({ project: 2 })).data);
    const runs = await shared.platform.tracking.runs({ id: 'fjordkiste.example' });
    expect(runs.data).toEqual((await shared.platform.tracking.runs({ id: 2001 })).data);
    expect(await shared.platform.estimate([['tracking.run', { id: 'Fjordkiste' }]])).toMatchObject({ credits: 6 });
    expect(await codeOf(shared.platform.articles.list({ project: 'Moos' }))).toBe('invalid_arguments');
    for await (const { id } of shared.platform.keywords.list.all({ project: 'Fjordkiste' }))
      expect(id).toBeTypeOf('number');
  });

  it('gives tables as records', async () => {
    const { data } = await shared.platform.cited_sources.export({ id: 2001 });
    expect(data[0]).toMatchObject({ domain: expect.any(String) });
  });

  it('keeps to the budget, and to what a callback agrees to', async () => {
    const asked: unknown[] = [];
    await using rig = await opened({
      budget: '5/day',
      confirmAbove: 1,
      confirm: (question) => {
        asked.push(question);
        return asked.length > 1;
      },
    });
    const create = (keyword: string) => codeOf(rig.platform.storylines.create({ project: 1, keyword }));
    expect(await create('a')).toBe('confirmation_required');
    expect(await create('a')).toMatchObject({ credits: { charged: 5 } });
    expect(await create('b')).toBe('budget_exceeded');
    expect(asked[0]).toMatchObject({ operation: 'storylines.create', credits: 5 });
  });

  it('only reads where that is set', async () => {
    await using rig = await opened({ readOnly: true });
    expect(await codeOf(rig.platform.projects.create({ name: 'X', domain: 'x.example' } as never))).toBe(
      'not_permitted',
    );
    expect(await codeOf(rig.platform.projects.list())).toMatchObject({ data: expect.any(Array) });
  });

  it('says where the names are to be found', async () => {
    const untyped = shared.platform as unknown as Untyped;
    await expect(untyped['articles']?.['gett']?.({ id: 1 })).rejects.toMatchObject({
      code: 'unknown_operation',
      next: 'find_operations tells the names.',
    });
    await expect(untyped['contentAudits']?.['list']?.({ id: 1 })).rejects.not.toMatchObject({
      message: expect.stringContaining('contentAudits'),
    });
  });

  it('refuses options that it does not know, and settings that are malformed', async () => {
    await expect(connect({ budgets: '1/day' } as never)).rejects.toThrow(SettingError);
    await expect(connect({ budget: 'much' })).rejects.toThrow(SettingError);
  });

  it('has every setting of the server as an option, but what only a server has', async () => {
    // Does not compile while a setting is neither.
    const missing: readonly Exclude<OptionSetting, keyof ConnectOptions>[] = [];
    expect(missing satisfies readonly never[]).toEqual([]);
    await expect(connect({ httpToken: 'x'.repeat(40) } as never)).rejects.toThrow('no such option: httpToken');
  });

  it('keeps to one project', async () => {
    await using rig = await opened({ project: 1 });
    const { data } = await (rig.platform.keywords.list as (input?: object) => Promise<{ data: unknown[] }>)();
    expect(data.length).toBeGreaterThan(0);
    expect(await codeOf(rig.platform.projects.get({ id: 2 }))).not.toMatchObject({
      data: expect.anything(),
    });
  });

  it('ends its calls and waits once its signal is aborted; jobs continue', async () => {
    const leave = new AbortController();
    const place = await folder();
    const options = { state: join(place.path, 'state.db'), sandboxSpeed: 20 };
    await using rig = await opened({ ...options, signal: leave.signal });
    const { job } = await rig.platform.storylines.create({ project: 1, keyword: 'left' }, { wait_s: 0 });
    const id = job?.job_id ?? '';
    const [waiting] = [rig.platform.jobs.wait(id), leave.abort()];
    await expect(waiting).rejects.toThrow();
    await expect(rig.platform.projects.list()).rejects.toThrow();
    await using other = await opened(options);
    await expect(other.platform.jobs.wait(id)).resolves.toMatchObject({ job: { state: 'completed' } });
  });

  it('prices a plan', async () => {
    await using rig = await opened({ budget: '8/day' });
    const plan = await rig.platform.estimate([
      ['storylines.create', { project: 1, keyword: 'a' }],
      ['storylines.create', { project: 1, keyword: 'b' }],
    ]);
    expect(plan).toMatchObject({ credits: 10, fits: false });
  });

  it('does once what several connections ask for at the same moment, and keeps values between them', async () => {
    await using rig = await opened();
    const place = await folder();
    const state = join(place.path, 'state.db');
    await using other = await opened({ state });
    await using another = await opened({ state });
    let times = 0;
    const work = async (): Promise<{ n: number }> => {
      await rig.platform.projects.list();
      return { n: ++times };
    };
    const both = [other.platform, another.platform].map((platform) => platform.once('n', { newerThan: '1h' }, work));
    expect(await Promise.all(both)).toEqual([{ n: 1 }, { n: 1 }]);
    expect(await codeOf(other.platform.once('thrown', () => Promise.reject(new TypeError('no'))))).toBeInstanceOf(
      TypeError,
    );
    expect(await another.platform.once('thrown', () => 2)).toBe(2);
    await other.platform.state.set('seen', { at: 1 });
    expect(await another.platform.state.get<{ at: number }>('seen')).toEqual({ at: 1 });
    await another.platform.state.delete('seen');
    expect(await other.platform.state.get('seen')).toBeNull();
  });

  it('works in one of several accounts, by default and call by call, and lists the jobs of all', async () => {
    await using place = await folder();
    const file = join(place.path, 'accounts.json');
    await writeFile(file, JSON.stringify({ acme: { sandbox: true }, globex: { sandbox: true } }), { mode: 0o600 });
    await using rig = await opened({ sandbox: undefined, accounts: file, account: 'acme' });
    const order = { project: 1, keyword: 'tent pegs' };
    const { job, ...created } = await rig.platform.storylines.create(order);
    expect(created).toMatchObject({ account: 'acme', credits: { charged: 5 } });
    expect(await rig.platform.jobs.wait(job?.job_id ?? '')).toMatchObject({ account: 'acme' });
    expect(await rig.platform.storylines.list({ project: 1 }, { account: 'globex' })).toMatchObject({
      account: 'globex',
    });
    expect((await rig.platform.storylines.list({ project: 1 })).data.map(({ keyword }) => keyword)).toContain(
      'tent pegs',
    );
    const elsewhere = await rig.platform.storylines.list({ project: 1 }, { account: 'globex' });
    expect(elsewhere.data.map(({ keyword }) => keyword)).not.toContain('tent pegs');
    expect(await rig.platform.jobs.list()).toMatchObject([{ account: 'acme', operation: 'storylines.create' }]);
    expect(await codeOf(rig.platform.projects.list({}, { account: 'hooli' }))).toBe('invalid_arguments');
    await rig.platform.storylines.create(order, { account: 'globex' });
    expect(await rig.platform.jobs.list({ limit: 1 })).toMatchObject([{ account: 'globex' }]);
  });
});
