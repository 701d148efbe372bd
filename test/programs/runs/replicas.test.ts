import { afterAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { openState } from '../../../src/state/open-state.ts';
import { asCaller } from '../../mcp/support/as-caller.ts';
import { modernClient, startHttp, type HttpClient, type HttpServer } from '../../mcp/support/http-server.ts';
import { fault } from '../../mcp/support/message.ts';
import { oauthSecret, signIn, startOAuth } from '../../mcp/support/oauth-server.ts';
import { folder } from '../../mcp/support/scope.ts';
import { suiteScope } from '../../mcp/support/suite-scope.ts';
import { preparedStore } from '../../support/state/store.ts';

const suite = suiteScope();
const store = await preparedStore();
afterAll(() => store[Symbol.asyncDispose]());

interface RunAnswer {
  readonly data: unknown;
  readonly run: { readonly run_id: string; readonly state: string; readonly credits: { readonly charged: number } };
}

/** Settings of servers on one database, over the same embedded platform, as replicas behind a balancer have them. */
function settings(): Readonly<Record<string, string>> {
  return {
    XDG_STATE_HOME: folder(suite),
    VISIBILITY_STATE: store.location,
    VISIBILITY_SANDBOX: 'true',
    VISIBILITY_SANDBOX_SPEED: '1000',
    VISIBILITY_BUDGET: '500/day',
  };
}

async function replicas(args: readonly string[] = []): Promise<readonly [HttpServer, HttpServer]> {
  const env = settings();
  const start = (): Promise<HttpServer> => startHttp(suite, { args, env });
  return Promise.all([start(), start()]);
}

/** Two that sign their callers in, at the address of the first. */
async function signedInReplicas() {
  const env = settings();
  const first = await startOAuth(suite, { env });
  const args = ['--auth', 'oauth', '--public-url', first.origin];
  const second = await startHttp(suite, { args, env: { ...env, VISIBILITY_SECRET: oauthSecret } });
  return { first, second };
}

const code = `
  const a = await platform.storylines.create({ project: 1, keyword: input.word + ' one' });
  await sleep(3000);
  const b = await platform.storylines.create({ project: 1, keyword: input.word + ' two' });
  return [a.data.status, b.data.status, a.data.id < b.data.id];`;

interface Begun {
  readonly run: string;
  /** What the call that started the run comes back with. */
  readonly answer: Promise<RunAnswer>;
}

/** Starts the program, and resolves when its first call is paid and its second is still to come. */
async function begin(at: HttpClient, word: string): Promise<Begun> {
  const answer = at.call('run_code', {
    code,
    input: { word },
    max_credits: 10,
    wait_s: 60,
  }) as unknown as Promise<RunAnswer>;
  answer.catch(() => undefined);
  let run = '';
  await until(async () => {
    const { data } = await at.call('job_list');
    const paid = (data as { jobs: { job_id: string; charged?: number }[] }).jobs.find(
      ({ job_id, charged }) => job_id.startsWith('run_') && charged === 5,
    );
    run = paid?.job_id ?? '';
    return run !== '';
  });
  return { run, answer };
}

const until = (holds: () => Promise<boolean>, timeout = 60_000): Promise<void> =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout, interval: 100 });

const state = await openState(store.location, systemClock);
afterAll(() => state.close());

const lookAt = async (at: HttpClient, run: string, wait_s = 0): Promise<RunAnswer> =>
  (await at.call('job_wait', { job_id: run, wait_s })) as unknown as RunAnswer;

/** The program's result, and that it was paid once. */
async function expectFinished(at: HttpClient, run: string): Promise<void> {
  const answer = await lookAt(at, run, 45);
  expect(answer.run.state).toBe('completed');
  expect(answer.data).toEqual(['completed', 'completed', true]);
  expect(answer.run.credits.charged).toBe(10);
  const { data } = await at.call('call_read', { operation: 'credits.history' });
  expect(JSON.stringify(data).match(/"delta":-5|,-5,/g)).toHaveLength(2);
}

describe('the runs of a server that', () => {
  it.concurrent('is killed continue on another one, and pay nothing twice', async () => {
    const [first, second] = await replicas();
    const [a, b] = [modernClient(first), modernClient(second)];
    const { run } = await begin(a, 'killed');
    first.child.kill('SIGKILL');
    await first.ended;
    await expectFinished(b, run);
  });

  it.concurrent('shuts down continue on another one', async () => {
    const [first, second] = await replicas();
    const [a, b] = [modernClient(first), modernClient(second)];
    const { run, answer } = await begin(a, 'asked');
    first.child.kill('SIGTERM');
    // Callers that wait there get the handle.
    expect((await answer).run).toMatchObject({ run_id: run, state: 'running' });
    expect(await first.ended).toMatchObject({ code: 0 });
    await expectFinished(b, run);
  });

  it.concurrent('signs its callers in continue on another one, as the same caller', async () => {
    const { first, second } = await signedInReplicas();
    const [owner, guest] = await Promise.all(
      ['sandbox-owner', 'sandbox-guest'].map((token) => signIn(first, 'read write paid', token)),
    );
    const at = (server: HttpServer, caller = owner): HttpClient =>
      modernClient(asCaller(server, String(caller?.tokens['access_token'])));
    const { run } = await begin(at(first.server), 'signed in');
    first.server.child.kill('SIGKILL');
    await first.server.ended;
    // Only its record is read: no request of its caller continues it.
    await until(async () => (await state.runs.standing(run))?.state === 'completed');
    expect(fault(await at(second, guest).call('job_wait', { job_id: run })).code).toBe('unknown_run');
    await expectFinished(at(second), run);
    const { data } = await at(second).call('job_list');
    const jobs = (data as { jobs: { operation?: string }[] }).jobs;
    expect(jobs.filter(({ operation }) => operation === 'storylines.create')).toHaveLength(2);
    expect(JSON.stringify(await at(second, guest).call('job_list'))).not.toContain('storylines.create');
  });

  it.concurrent('signs its callers in end if their caller has ended the connection', async () => {
    const { first, second } = await signedInReplicas();
    const { client_id, tokens } = await signIn(first, 'read write paid', 'sandbox-owner');
    const again = await signIn(first, 'read', 'sandbox-owner');
    const { run } = await begin(modernClient(asCaller(first.server, String(tokens['access_token']))), 'revoked');
    // It can notice nothing any more, and dies.
    first.server.child.kill('SIGSTOP');
    const body = new URLSearchParams({ token: String(tokens['refresh_token']), client_id });
    expect((await fetch(`${new URL(second.url).origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
    first.server.child.kill('SIGKILL');
    await first.server.ended;
    await until(async () => (await state.runs.standing(run))?.state === 'failed');
    const ended = await lookAt(modernClient(asCaller(second, String(again.tokens['access_token']))), run);
    expect(fault(ended as never)).toMatchObject({ code: 'run_failed', cause: 'unauthorized' });
    expect(ended.run.credits.charged).toBe(5);
  });

  it.concurrent('identifies callers by platform tokens wait for their callers', async () => {
    const [first, second] = await replicas(['--auth', 'platform']);
    const own = (server: HttpServer): HttpClient => modernClient(asCaller(server, 'sandbox-owner'));
    const guest = modernClient(asCaller(second, 'sandbox-guest'));
    const { run } = await begin(own(first), 'tokens');
    first.child.kill('SIGKILL');
    await first.ended;
    // Another caller is connected: the run does not continue for it, and is not shown to it.
    for (const [tool, args] of [
      ['job_wait', { job_id: run }],
      ['run_code', { resume: run }],
    ] as const)
      expect(fault(await guest.call(tool, args)).code).toBe('unknown_run');
    expect(JSON.stringify(await guest.call('job_list'))).not.toContain(run);
    await expectFinished(own(second), run);
  });
});
