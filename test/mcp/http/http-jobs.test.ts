import { describe, expect, it, type TestContext } from 'vitest';
import { fastClock } from '../../support/clock/fast-clock.ts';
import { openHttp } from '../support/in-process.ts';
import { json, type Platform, platformFor } from '../../support/platform.ts';
import { messagesOf, modernClient, olderClient, type HttpClient, type Served } from '../support/http-server.ts';
import { envelope, type Message } from '../support/message.ts';
import { pointedAt } from '../support/stdio-host.ts';

const start = 'POST /grounding/analyze';
const poll = 'GET /grounding/audits/a-1';
const analyze = { operation: 'grounding.analyze', arguments: { url: 'https://tea.example/' } };

interface Stage {
  readonly platform: Platform;
  readonly server: Served;
  readonly client: HttpClient;
  /** The body of a `tools/call` of that client. */
  readonly calling: (id: number, meta?: object) => { headers: Record<string, string>; body: object };
}

/** How a client of each era makes requests: the headers, and what `_meta` says beside a call's own. */
const eras: Record<
  string,
  (server: Served) => Promise<{ client: HttpClient; headers: Record<string, string>; meta: object }>
> = {
  async '2025-11-25'(server) {
    const client = await olderClient(server);
    const headers = { 'mcp-session-id': String(client.session), 'mcp-protocol-version': '2025-11-25' };
    return { client, headers, meta: {} };
  },
  async '2026-07-28'(server) {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'call_paid' };
    return { client: modernClient(server), headers, meta: envelope() };
  },
};

async function stage(scope: TestContext, era: (typeof eras)[string]): Promise<Stage> {
  const platform = await platformFor(scope);
  platform.on(start, json({ audit_id: 'a-1', status: 'queued' }, 202));
  platform.on(poll, json({ audit_id: 'a-1', status: 'completed', score: 81 }));
  const server = await openHttp(scope, {
    env: pointedAt(platform, { VISIBILITY_MAX_WAIT: '300' }),
    clock: fastClock(10),
  });
  const { client, headers, meta: own } = await era(server);
  const calling: Stage['calling'] = (id, meta) => {
    const params = { name: 'call_paid', arguments: analyze, _meta: { ...own, ...meta } };
    return { headers, body: { jsonrpc: '2.0', id, method: 'tools/call', params } };
  };
  return { platform, server, client, calling };
}

const jobs = async (client: HttpClient): Promise<{ job_id: string; state: string }[]> =>
  ((await client.call('job_list')).data as { jobs: { job_id: string; state: string }[] }).jobs;

describe.concurrent.each(Object.entries(eras))('over HTTP, for a client of %s, a job', (_era, era) => {
  it('is reported on the stream of its call, and ends it', async (scope) => {
    const { server, calling } = await stage(scope, era);
    const { status, headers, sofar, whole } = await server.open(calling(100, { progressToken: 0 }));
    expect(messagesOf('text/event-stream', sofar()).filter(({ id }) => id === 100)).toEqual([]);
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/event-stream')]);
    const messages: Message[] = messagesOf('text/event-stream', await whole);
    const progress = messages.filter(({ method }) => method === 'notifications/progress');
    expect(progress.length).toBeGreaterThanOrEqual(1);
    expect(progress.every(({ params }) => params?.['progressToken'] === 0)).toBe(true);
    const values = progress.map(({ params }) => Number(params?.['progress']));
    expect(values.every((value, at) => at === 0 || value > (values[at - 1] as number))).toBe(true);
    expect(values.at(-1)).toBe(100);
    const sentences = progress.map(({ params }) => String(params?.['message']));
    expect(sentences[0]).toMatch(/^Auditing the page for citation readiness, /);
    expect(messages.at(-1)).toMatchObject({
      id: 100,
      result: { structuredContent: { ok: true, data: { score: 81 } } },
    });
    expect(messages.filter(({ id }) => id === 100)).toHaveLength(1);
  });

  it('outlives the connection of who started it, and is taken up by the next', async (scope) => {
    const { platform, server, client, calling } = await stage(scope, era);
    const opening = server.open(calling(101, { progressToken: 'p' }));
    await platform.arrival(start, 1);
    (await opening).leave();
    await scope.expect.poll(() => jobs(client)).toEqual([expect.objectContaining({ state: 'running' })]);
    const [job] = await jobs(client);
    expect(await client.call('job_wait', { job_id: job?.job_id })).toMatchObject({ ok: true, data: { score: 81 } });
    expect(platform.to(start)).toHaveLength(1);
  });
});
