import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { systemClock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { maxMemoryNames } from '../../src/state/program-memory.ts';
import { openHost, openHttp, openOAuth } from '../mcp/support/in-process.ts';
import { asCaller } from '../mcp/support/as-caller.ts';
import { modernClient, type HttpClient, type Served } from '../mcp/support/http-server.ts';
import type { Told } from '../mcp/support/message.ts';
import { signIn } from '../mcp/support/oauth-server.ts';
import { folder } from '../mcp/support/scope.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { freshState } from '../support/state/store.ts';

// Limits must not begin again because of anything that their subject can choose.

const scope = { onTestFinished };
const env = { VISIBILITY_SANDBOX: 'true', VISIBILITY_SANDBOX_SPEED: '1000', VISIBILITY_RATE: '60000' };

/** Pays 1 credit; each query is another call. */
let queries = 0;
const pay = async (client: Pick<HttpClient, 'call'>, more: object = {}): Promise<string> => {
  const args = { project: 1, q: `tents ${++queries}` };
  return codeOf(await client.call('call_paid', { operation: 'knowledge_base.search', arguments: args, ...more }));
};
const codeOf = ({ ok, error }: Told): string =>
  ok ? 'paid' : String((error as { code?: string } | undefined)?.code ?? 'refused');

/** Everything that a caller may vary between two requests. */
const variation = fc.record({
  who: fc.constantFrom('sandbox-owner', 'sandbox-member'),
  'visibility-budget': fc.option(fc.integer({ min: 1_000, max: 9_999 }).map((credits) => `${credits}/day`)),
  'visibility-toolsets': fc.option(
    fc.subarray(['articles', 'keywords', 'images']).map((names) => names.join() || 'none'),
  ),
  'user-agent': fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '/', '1'), minLength: 1 })),
});

const varied = (server: Served, { who, ...headers }: Record<string, string | null>): HttpClient =>
  modernClient(
    asCaller(
      server,
      String(who),
      Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null)) as Record<string, string>,
    ),
  );

const outcomes = async (clients: readonly HttpClient[]): Promise<string[]> => {
  const seen: string[] = [];
  for (const client of clients) seen.push(await pay(client));
  return seen;
};

describe("the operator's limit of a session", () => {
  it('is one for the process, whatever callers, headers and connections', { timeout: 60_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(variation, { minLength: 4, maxLength: 8 }), async (variations) => {
        const server = await openHttp(scope, { args: ['--auth', 'platform', '--budget', '3/session'], env });
        const seen = await outcomes(variations.map((one) => varied(server, one)));
        expect(seen.filter((outcome) => outcome === 'paid')).toHaveLength(3);
        await server.close();
      }),
      { numRuns: 5 },
    ),
  );

  it('counts what was spent since a person last agreed over all of its callers', async () => {
    const args = ['--auth', 'platform', '--budget', '90/day', '--confirm-above', '1000,2/session'];
    const server = await openHttp(scope, { args, env });
    const headers = [{}, {}, { 'visibility-budget': '400/day' }, { 'visibility-budget': '401/day' }];
    const seen = await outcomes(headers.map((more) => varied(server, { who: 'sandbox-owner', ...more })));
    expect(seen).toEqual(['paid', 'paid', 'confirmation_required', 'confirmation_required']);
  });
});

describe("a caller's own limit of a session", () => {
  it('is one for the caller, and leaves others alone', async () => {
    const server = await openHttp(scope, { args: ['--auth', 'platform', '--budget', '90/day'], env });
    const own = { 'visibility-budget': '2/session' };
    const seen = await outcomes([
      varied(server, { who: 'sandbox-owner', ...own }),
      varied(server, { who: 'sandbox-owner', ...own, 'visibility-toolsets': 'articles' }),
      varied(server, { who: 'sandbox-owner', ...own, 'visibility-read-only': 'false' }),
      varied(server, { who: 'sandbox-member', ...own }),
    ]);
    expect(seen).toEqual(['paid', 'paid', 'budget_exceeded', 'paid']);
  });

  it('is one for the sign-in that it was chosen at, and each sign-in has its own', async () => {
    const here = await openOAuth(scope, { env: { ...env, VISIBILITY_BUDGET: '90/day' } });
    const enter = async (): Promise<string> =>
      String((await signIn(here, 'read paid', 'sandbox-owner', { budget: '2/session' })).tokens['access_token']);
    const [one, other] = [await enter(), await enter()];
    const seen = await outcomes([
      varied(here.server, { who: one }),
      varied(here.server, { who: one, 'visibility-toolsets': 'none' }),
      varied(here.server, { who: one, 'visibility-budget': '77/day' }),
      varied(here.server, { who: other }),
    ]);
    expect(seen).toEqual(['paid', 'paid', 'budget_exceeded', 'paid']);
  });
});

describe('two accounts with one token', () => {
  const home = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
  afterAll(() => rmSync(home, { recursive: true }));

  it.each([
    ['http://127.0.0.1:81/api/v1', 'http://localhost:81/api/v1'],
    ['http://127.0.0.1:81/api/v1', 'http://LOCALHOST:81/api/v1/'],
    ['http://127.0.0.1:81/api/v1', 'http://127.0.0.1:81//api/v1'],
    ['http://127.0.0.1:81/api/v1', 'http://[::1]:81/api/v1'],
    ['https://a.example/api/v1', 'https://A.example:443/api/v1'],
    ['https://a.example/api/v1', 'https://also-a.example/api/v1'],
  ])('are refused: %s and %s', (one, other) => {
    writeFileSync(join(home, 'one.token'), 'token-one', { mode: 0o600 });
    writeFileSync(join(home, 'copy.token'), ' token-one\n', { mode: 0o600 });
    const file = join(home, 'accounts.json');
    const accounts = {
      acme: { token_file: 'one.token', api_url: one },
      globex: { token_file: 'copy.token', api_url: other },
    };
    writeFileSync(file, JSON.stringify(accounts), { mode: 0o600 });
    expect(() => readConfig({}, { HOME: home, VISIBILITY_ACCOUNTS: file }, 'linux')).toThrow(/same token/);
  });
});

describe('a program', () => {
  it("is not resumed under another label than the operator's", async () => {
    const state = join(folder(scope), 'state.db');
    const shared = { ...env, VISIBILITY_STATE: state, VISIBILITY_BUDGET: '90/day' };
    const first = await openHost(scope, { env: shared });
    const code = 'await sleep(600_000); return 1';
    const started = (await first.call('run_code', { code, label: 'free', wait_s: 0 })) as Told & {
      readonly run: { readonly run_id: string };
    };
    await first.close();
    for (const [args, code] of [
      [['--label', 'nightly'], 'not_permitted'],
      [['--label', 'free'], 'paid'],
      [[], 'paid'],
    ] as const) {
      const other = await openHost(scope, { args, env: shared });
      expect(codeOf(await other.call('run_code', { resume: started.run.run_id, wait_s: 0 }))).toBe(code);
      await other.close();
    }
  });
});

describe('what was charged before the store', () => {
  it('counts against limits of labels and of callers, in windows that began before it', async () => {
    const platform = join(folder(scope), 'platform.db');
    const sandbox = await startSandbox({ clock: systemClock, rate: 0, data: platform });
    onTestFinished(() => sandbox.close());
    const open = (): ReturnType<typeof openHost> =>
      openHost(scope, {
        args: ['--label', 'nightly', '--budget', '90/day,2/day@nightly'],
        env: { VISIBILITY_API_URL: sandbox.url, VISIBILITY_API_TOKEN: 'sandbox-owner', VISIBILITY_RATE: '60000' },
      });
    const seen: string[] = [];
    for (let store = 0; store < 3; store++) {
      const host = await open();
      seen.push(await pay(host), await pay(host));
      await host.close();
    }
    expect(seen.filter((outcome) => outcome === 'paid')).toHaveLength(2);
  });
});

describe('what a caller keeps', () => {
  const place = { account: 'a', owner: 'ann' };

  it('is counted over all labels: names of values and of claims', async () => {
    await using rig = await freshState(virtualClock());
    const { memory } = rig.state;
    const labels = ['a', 'b', 'a.1', 'A', undefined];
    const isKept = [];
    for (let n = 0; n < maxMemoryNames.values + 5; n++)
      isKept.push(await memory.set({ ...place, label: labels[n % labels.length] }, `n${n}`, '1'));
    expect(isKept.filter(Boolean)).toHaveLength(maxMemoryNames.values);
    expect(await memory.set({ ...place, owner: 'bob' }, 'n', '1')).toBe(true);
  });

  it('of results is the newest ones up to a bound; the runs and their keys stay', async () => {
    await using rig = await freshState(virtualClock());
    const { runs } = rig.state;
    const lease = { owner: 'p', leaseMs: 60_000, holdMs: 60_000, session: 's', limits: [], consentThresholds: [] };
    const result = JSON.stringify('x'.repeat(8 * 1024 * 1024));
    for (let n = 0; n < 10; n++) {
      const run = { id: `run_${n}`, account: 'a', owner: n === 0 ? 'bob' : 'ann', key: `k${n}` };
      await runs.begin({ ...run, code: 'return 1', input: '{}', may: [], maxCredits: 0 }, lease);
      await runs.end(run.id, 'p', { state: 'completed', result, log: [], calls: {} });
    }
    const kept = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => (await runs.findByKey('a', `k${n}`, n === 0 ? 'bob' : 'ann'))?.result),
    );
    expect(kept.map((one) => one === result)).toEqual([true, false, false, ...Array.from({ length: 7 }, () => true)]);
    expect(JSON.parse(String(kept[1]))).toEqual({ dropped: expect.any(String) });
  });
});

describe('the path of the store', () => {
  it.each([
    ['platform', 0],
    ['none', 1],
  ] as const)('is not told to callers of their own: --auth %s', async (auth, times) => {
    const state = join(folder(scope), 'state.db');
    const server = await openHttp(scope, { args: ['--auth', auth], env: { ...env, VISIBILITY_STATE: state } });
    const client = varied(server, { who: 'sandbox-owner' });
    expect(await pay(client)).toBe('paid');
    rmSync(state);
    const answer = JSON.stringify(await client.call('credits'));
    expect(answer).toContain('was removed or replaced');
    expect(answer.split(state).length - 1).toBe(times);
    const probe = await server.ask({ method: 'GET', path: '/readyz' });
    expect([probe.status, JSON.parse(probe.body)]).toMatchObject([503, { state: 'unreachable' }]);
    if (auth === 'none') return;
    const stranger = await asCaller(server, 'sandbox-guest').ask({ body: {} });
    expect([stranger.status, stranger.body]).toEqual([503, expect.stringContaining('store of this server')]);
  });
});

it('a token file of an account that others can read is refused', () => {
  const home = folder(scope);
  writeFileSync(join(home, 'one.token'), 'token-one', { mode: 0o644 });
  const file = join(home, 'accounts.json');
  writeFileSync(file, JSON.stringify({ acme: { token_file: 'one.token', api_url: 'https://a.example/api/v1' } }), {
    mode: 0o600,
  });
  expect(() => readConfig({}, { HOME: home, VISIBILITY_ACCOUNTS: file }, 'linux')).toThrow(
    /others can read.*chmod 600/,
  );
});
