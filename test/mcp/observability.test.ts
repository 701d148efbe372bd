import { expect, it } from 'vitest';
import { asCaller } from './support/as-caller.ts';
import { fakePlatform, says } from './support/fake-platform.ts';
import { modernClient, startHttp } from './support/http-server.ts';
import { pointedAt, token } from './support/stdio-host.ts';

const metricsOf = async (address: string | undefined): Promise<string> => (await fetch(String(address))).text();

it('metrics count calls, charges and jobs, and name no caller, token or argument', async (scope) => {
  const platform = await fakePlatform(scope);
  platform.on('POST /grounding/analyze', says({ data: { id: 'a-1', status: 'queued' } }, 202));
  platform.on('GET /grounding/audits/a-1', says({ data: { id: 'a-1', status: 'processing' } }));
  const httpToken = 'h'.repeat(40);
  const server = await startHttp(scope, {
    env: { ...pointedAt(platform), VISIBILITY_HTTP_TOKEN: httpToken, VISIBILITY_METRICS_LISTEN: '127.0.0.1:0' },
  });
  const client = modernClient(asCaller(server, httpToken));
  await client.call('call_read', { operation: 'projects.list', arguments: { page: 3 } });
  await client.call('call_read', { operation: 'articles.get', arguments: { id: 4_711 } });
  await client.call('call_paid', {
    operation: 'grounding.analyze',
    arguments: { url: 'https://private.example/' },
    wait_s: 0,
  });
  const text = await metricsOf(server.metrics);
  expect(text).toContain('visibility_calls_total{operation="projects.list",effect="read",outcome="ok"} 1');
  expect(text).toContain('visibility_calls_total{operation="articles.get",effect="read",outcome="not_found"} 1');
  expect(text).toMatch(/visibility_jobs\{state="(running|starting)"\} 1/);
  expect(text).toMatch(/visibility_slot_wait_seconds_count\{urgency="call"\} [1-9]/);
  expect(text).toContain('visibility_state_up 1');
  for (const secret of [token, httpToken, 'private.example', '4711', 'a-1', 'referee'])
    expect(text).not.toContain(secret);
  expect(
    (await server.ask({ method: 'GET', path: '/metrics', headers: { authorization: `Bearer ${httpToken}` } })).status,
  ).toBe(404);
});

it('a probe is told whether state and platform can be reached', async (scope) => {
  const platform = await fakePlatform(scope);
  const ready = await startHttp(scope, { env: pointedAt(platform) });
  const answer = await ready.ask({ method: 'GET', path: '/readyz' });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { status: 'ok', state: 'ok', platform: 'ok' }]);
  await platform.stop();
  const unready = await startHttp(scope, { env: pointedAt(platform) });
  const refused = await unready.ask({ method: 'GET', path: '/readyz' });
  expect([refused.status, JSON.parse(refused.body)]).toMatchObject([503, { state: 'ok', platform: 'unreachable' }]);
  expect((await unready.ask({ method: 'GET', path: '/healthz' })).status).toBe(200);
});

it('a request has one id for caller and log, and its trace goes on to the platform', async (scope) => {
  const platform = await fakePlatform(scope);
  const server = await startHttp(scope, { env: { ...pointedAt(platform), VISIBILITY_LOG_LEVEL: 'info' } });
  let log = '';
  server.child.stderr?.on('data', (chunk: string) => (log += chunk));
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'call_read', arguments: { operation: 'projects.list' } },
  };
  const traced = await server.ask({ body: call, headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
  const id = String(traced.headers['x-request-id']);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(platform.to('GET /projects').at(-1)?.headers['traceparent']).toContain(traceId);
  await expect.poll(() => log).toContain(id);
  const line = log.split('\n').find((one) => one.includes(id)) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ request_id: id, trace_id: traceId, endpoint: 'mcp', status: 200 });
  await server.ask({ body: { ...call, id: 2 }, headers: { traceparent: '00-zz-1-01\t' } });
  expect(platform.to('GET /projects').at(-1)?.headers['traceparent']).toBeUndefined();
  const refused = await server.ask({ method: 'GET', path: '/nothing' });
  expect(refused.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});
