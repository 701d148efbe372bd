import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fastClock } from '../support/clock/fast-clock.ts';
import { openHost } from './support/in-process.ts';
import { json, type Platform, platformFor } from '../support/platform.ts';
import { outcomeOf, type Message } from './support/message.ts';
import { folder } from './support/scope.ts';
import { pointedAt, type Session } from './support/stdio-host.ts';

const scope = { onTestFinished };
const extension = 'io.modelcontextprotocol/tasks';
const capable = { extensions: { [extension]: {} } };

let platform: Platform;
let status: string;

beforeEach(async () => {
  status = 'processing';
  platform = await platformFor(scope);
  platform.on(
    'POST /grounding/analyze',
    json({ audit_id: 'a-1', status: 'queued', estimated_seconds: 20, poll_url: '' }, 202),
  );
  platform.on('GET /grounding/audits/a-1', () => json({ audit_id: 'a-1', status, score: 81 }));
});

// A request has 30 s of this time: seconds that a busy machine can take.
const clock = fastClock(5);

type Asking = Pick<Session, 'request'>;
const analyze = {
  name: 'call_paid',
  arguments: { operation: 'grounding.analyze', arguments: { url: 'https://tea.example/' }, wait_s: 0 },
};
const open = (env: Record<string, string> = {}, capabilities: object = capable): ReturnType<typeof openHost> =>
  openHost(scope, {
    env: pointedAt(platform, { VISIBILITY_RATE: '600', VISIBILITY_MAX_WAIT: '600', ...env }),
    version: '2026-07-28',
    capabilities,
    clock,
  });
const started = async ({ request }: Asking): Promise<string> =>
  String((await request('tools/call', analyze)).result?.['taskId']);
const get = ({ request }: Asking, taskId: string): Promise<Message> => request('tasks/get', { taskId });

/** Asks until the task is over, as a host does. */
async function over(host: Asking, taskId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { result = {} } = await get(host, taskId);
    if (result['status'] !== 'working') return result;
    await clock.sleep(Number(result['pollIntervalMs']));
  }
}

describe('a host that knows tasks', () => {
  it('learns it from the server, and gets a call that runs on as a task it can poll', async () => {
    const host = await open();
    const { result: discovered } = await host.request('server/discover');
    expect(discovered).toMatchObject({ capabilities: { extensions: { [extension]: {} } } });
    const { result } = await host.request('tools/call', analyze);
    expect(result).toMatchObject({
      resultType: 'task',
      taskId: expect.stringMatching(/^job_/),
      status: 'working',
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
      ttlMs: null,
      pollIntervalMs: 5000,
    });
    const taskId = String(result?.['taskId']);
    expect((await get(host, taskId)).result).toMatchObject({
      resultType: 'complete',
      taskId,
      status: 'working',
      statusMessage: expect.stringContaining('grounding.analyze'),
    });
    status = 'completed';
    expect(await over(host, taskId)).toMatchObject({
      status: 'completed',
      result: {
        content: [{ type: 'text' }],
        structuredContent: { ok: true, data: { score: 81 }, job: { state: 'completed' }, credits: { charged: 1 } },
      },
    });
    expect(platform.to('POST /grounding/analyze')).toHaveLength(1);
  });

  it('finds it again after the server has gone, since it is the job', async () => {
    const VISIBILITY_STATE = join(folder(scope), 'state.db');
    const first = await open({ VISIBILITY_STATE });
    const taskId = await started(first);
    await first.seen(({ result }) => result?.['taskId'] === taskId);
    await first.close();
    status = 'failed';
    expect(await over(await open({ VISIBILITY_STATE }), taskId)).toMatchObject({
      status: 'completed',
      result: { isError: true, structuredContent: { error: { code: 'job_failed' } } },
    });
  });

  it('ends the waiting by cancelling it, never the job', async () => {
    const host = await open();
    const taskId = await started(host);
    const { result } = await host.request('tasks/cancel', { taskId });
    expect(result).toMatchObject({ resultType: 'complete' });
    status = 'completed';
    expect((await get(host, taskId)).result).toMatchObject({
      status: 'cancelled',
      statusMessage: expect.stringMatching(/cannot be stopped.*job_wait/),
    });
    expect(await host.call('job_wait', { job_id: taskId, wait_s: 30 })).toMatchObject({
      ok: true,
      data: { score: 81 },
    });
  });

  it('gets an error for an unknown task', async () => {
    const host = await open();
    for (const act of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect((await host.request(act, { taskId: 'job_none', inputResponses: {} })).error?.code).toBe(-32602);
      expect((await host.request(act, {})).error?.code).toBe(-32602);
    }
  });
});

it.each([{}, { extensions: {} }, { extensions: { 'io.example/other': {} } }])(
  'a host that does not say it knows tasks (%j) gets the handle in a result, as before',
  async (capabilities) => {
    const host = await open({}, capabilities);
    const { result } = await host.request('tools/call', analyze);
    expect(result).toMatchObject({
      resultType: 'complete',
      structuredContent: { ok: true, job: { next: expect.stringContaining('job_wait') } },
    });
    const { job_id } = outcomeOf({ result: result ?? {} }).job ?? { job_id: '' };
    expect((await get(host, job_id)).error).toMatchObject({ code: -32021, data: { requiredCapabilities: capable } });
  },
);

it('a host of 2025-11-25 never gets one', async () => {
  const host = await openHost(scope, { env: pointedAt(platform), capabilities: capable });
  expect((await host.request('tools/call', analyze)).result).not.toHaveProperty('taskId');
  expect((await get(host, 'job_1')).error).toBeDefined();
});
