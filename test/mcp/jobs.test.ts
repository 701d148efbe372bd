import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { fastClock } from '../support/clock/fast-clock.ts';
import { processClock } from '../support/clock/process-clock.ts';
import { type Behaviour, json, platformFor } from '../support/platform.ts';
import { openHost } from './support/in-process.ts';
import type { Told } from './support/message.ts';
import { folder } from './support/scope.ts';
import { pointedAt, startHost, type Session } from './support/stdio-host.ts';

/** A job takes seconds of the server's time, and a fifth of that of the test's. */
const faster = fastClock(5);

/** One credit, watched by its audit, which is polled every 5 s. It is waited for until it ends, on a busy machine too. */
const analyze = (page: string, more: object = {}) => ({
  operation: 'grounding.analyze',
  arguments: { url: `https://tea.example/${page}` },
  wait_s: 600,
  ...more,
});
const start = 'POST /grounding/analyze';
const poll = 'GET /grounding/audits/a-1';
const busy = json({ audit_id: 'a-1', status: 'processing' });
const done = json({ audit_id: 'a-1', status: 'completed', score: 81 });

/** A platform whose one job answers its polls in turn, and servers that share one state. */
async function stage(scope: TestContext, polls: [Behaviour, ...Behaviour[]], { servers = 1, clock = faster } = {}) {
  const platform = await platformFor(scope);
  platform.on(
    start,
    json({ audit_id: 'a-1', status: 'queued', estimated_seconds: 20, poll_url: '/grounding/audits/a-1' }, 202),
  );
  platform.on(poll, ...polls);
  const env = pointedAt(platform, {
    VISIBILITY_STATE: join(folder(scope), 'state.db'),
    VISIBILITY_MAX_WAIT: '600',
  });
  const another = () => openHost(scope, { env, clock });
  type Opened = Awaited<ReturnType<typeof openHost>>;
  const hosts = (await Promise.all(Array.from({ length: servers }, another))) as [Opened, Opened];
  return { platform, env, hosts, another };
}

const jobOf = ({ job }: Told): string => job?.job_id ?? '';
const running = async (host: Session): Promise<{ job_id: string }[]> =>
  ((await host.call('job_list', { state: 'running' })).data as { jobs: { job_id: string }[] }).jobs;
const charged = async (host: Session): Promise<unknown> =>
  ((await host.call('credits')).data as { totals: object }).totals;

describe.concurrent('a job', () => {
  it('is one call, reported while it runs where the host asked, and nothing else is', async (scope) => {
    const {
      platform,
      hosts: [host],
    } = await stage(scope, [busy, done]);
    const silent = host.call('job_list');
    const call = host.request(
      'tools/call',
      { name: 'call_paid', arguments: analyze('progress'), _meta: { progressToken: 'p-1' } },
      'the job',
    );
    const { result } = await call;
    expect(result?.['structuredContent']).toMatchObject({
      ok: true,
      data: { status: 'completed', score: 81 },
      job: { state: 'completed' },
      credits: { estimated: 1, charged: 1 },
    });
    const notified = host.messages.filter(({ method }) => method !== undefined);
    expect(
      notified.every(
        ({ method, params }) => method === 'notifications/progress' && params?.['progressToken'] === 'p-1',
      ),
    ).toBe(true);
    expect(notified.length).toBeGreaterThanOrEqual(2);
    const values = notified.map(({ params }) => Number(params?.['progress']));
    expect(values.every((value, at) => at === 0 || value > (values[at - 1] as number))).toBe(true);
    expect(values.at(-1)).toBe(100);
    expect(host.messages.at(-1)?.id).toBe('the job');
    expect((await silent).ok).toBe(true);
    expect(platform.to(start)).toHaveLength(1);
  });

  it('outlives the call that started it', async (scope) => {
    const {
      platform,
      hosts: [host],
    } = await stage(scope, [done]);
    host.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 'left', method: 'tools/call', params: { name: 'call_paid', arguments: analyze('left') } })}\n`,
    );
    await platform.arrival(start, 1);
    host.notify('notifications/cancelled', { requestId: 'left' });
    await scope.expect.poll(() => running(host)).toEqual([expect.objectContaining({ operation: 'grounding.analyze' })]);
    const [job] = await running(host);
    expect(await host.call('job_wait', { job_id: job?.job_id })).toMatchObject({
      ok: true,
      data: { score: 81 },
      job: { state: 'completed' },
    });
    expect(host.messages.some(({ id }) => id === 'left')).toBe(false);
    expect(platform.to(start)).toHaveLength(1);
    expect(await charged(host)).toEqual({ charged: 1, reserved: 0, in_doubt: 0 });
  });

  it('outlives the process that started it, and is paid for once', async (scope) => {
    const { platform, env } = await stage(scope, [done], { servers: 0 });
    const clock = processClock(10);
    const host = await startHost(scope, { env, clock });
    const job_id = jobOf(await host.call('call_paid', analyze('killed', { wait_s: 0 })));
    await scope.expect.poll(() => running(host)).toEqual([expect.objectContaining({ job_id })]);
    void host.call('job_wait', { job_id }).catch(() => undefined);
    await host.request('ping');
    host.child.kill('SIGKILL');
    await host.ended;
    const fresh = await startHost(scope, { env, clock });
    const { jobs } = (await fresh.call('job_list')).data as { jobs: { job_id: string; state: string }[] };
    expect(jobs).toEqual([expect.objectContaining({ state: 'running', operation: 'grounding.analyze' })]);
    expect((await fresh.call('job_list', { state: 'failed' })).data).toEqual({ jobs: [] });
    expect(await fresh.call('job_wait', { job_id: jobs[0]?.job_id })).toMatchObject({
      ok: true,
      data: { score: 81 },
      job: { state: 'completed' },
    });
    expect(await charged(fresh)).toEqual({ charged: 1, reserved: 0, in_doubt: 0 });
    // Asked again, it gives the same answer without asking the platform.
    const looks = platform.to(poll).length;
    expect(await fresh.call('job_wait', { job_id: jobs[0]?.job_id })).toMatchObject({
      ok: true,
      job: { state: 'completed' },
    });
    expect(platform.to(poll)).toHaveLength(looks);
    expect(platform.to(start)).toHaveLength(1);
  });

  it.for([0, 1])('is handed over after %d s, which is no error', async (wait_s, scope) => {
    const {
      platform,
      hosts: [host],
    } = await stage(scope, [busy], { clock: systemClock });
    const answer = await host.call('call_paid', analyze(`handed-${wait_s}`, { wait_s }));
    expect(answer).toMatchObject({
      ok: true,
      job: {
        job_id: expect.stringMatching(/^job_/),
        state: expect.stringMatching(/^(starting|running)$/),
        next: expect.stringContaining('job_wait'),
      },
    });
    expect(answer.job?.next).toContain(jobOf(answer));
    await platform.arrival(start, 1);
    // Answered before the first poll, which would be due after 5 s.
    expect(await host.call('job_wait', { job_id: jobOf(answer), wait_s: 1 })).toMatchObject({
      ok: true,
      job: { state: 'running', next: expect.stringContaining('job_wait') },
    });
    expect(platform.to(poll)).toEqual([]);
  });
});

it.concurrent('two long calls at once do not wait for each other', async (scope) => {
  const platform = await platformFor(scope);
  platform.on(start, (arrival) =>
    json({ audit_id: arrival.body.includes('first') ? 'a-1' : 'a-2', status: 'queued' }, 202),
  );
  // Each answers only when both have been asked for: one call that waited for the other would wait for ever.
  const both = Promise.withResolvers<void>();
  const asked = new Set<string>();
  platform.on(/^GET \/grounding\/audits\/a-[12]$/, async (arrival) => {
    if (asked.add(arrival.route).size === 2) both.resolve();
    await both.promise;
    return json({ audit_id: arrival.route.slice(-3), status: 'completed' });
  });
  const host = await openHost(scope, { env: pointedAt(platform), clock: faster });
  const answers = await Promise.all([
    host.call('call_paid', analyze('first')),
    host.call('call_paid', analyze('second')),
    host.call('job_list'),
  ]);
  expect(answers.map(({ data }) => (data as { audit_id?: string }).audit_id)).toEqual(['a-1', 'a-2', undefined]);
});
