import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { allOperations } from '../../../src/catalog/index.ts';
import { asCaller } from '../support/as-caller.ts';
import { openHttp } from '../support/in-process.ts';
import { json, platformFor } from '../../support/platform.ts';
import { endpoint, modernClient, startHttp } from '../support/http-server.ts';
import { pointedAt, token } from '../support/stdio-host.ts';

const metricsOf = async (address: string | undefined): Promise<string> => (await fetch(String(address))).text();

/** Names of the metrics in a text of the Prometheus format, with those that a histogram consists of. */
function namesIn(exposition: string): Set<string> {
  const types = [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));
  return new Set(
    types.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`, name] : [name],
    ),
  );
}

/** The part of a page on deployment that is about metrics; anything else as a whole. */
const monitoringIn = (text: string): string => /^## Metrics and logs$.*?^## /ms.exec(text)?.[0] ?? text;

/** Values of a label. */
const labels = (exposition: string, label: string): string[] => [
  ...new Set(
    [...exposition.matchAll(new RegExp(`${label}="((?:[^"\\\\]|\\\\.)*)"`, 'g'))].map(([, value = '']) => value),
  ),
];

it('metrics count calls, charges, jobs and runs, and name no caller, token or argument', async (scope) => {
  const platform = await platformFor(scope);
  platform.on('POST /grounding/analyze', json({ audit_id: 'a-1', status: 'queued' }, 202));
  platform.on('GET /grounding/audits/a-1', json({ data: { id: 'a-1', status: 'processing' } }));
  const [httpToken, eventsSecret] = ['h'.repeat(40), 'secret-of-the-events'];
  const server = await openHttp(scope, {
    env: {
      ...pointedAt(platform),
      VISIBILITY_HTTP_TOKEN: httpToken,
      VISIBILITY_METRICS_LISTEN: '127.0.0.1:0',
      VISIBILITY_EVENTS_SECRET: eventsSecret,
    },
  });
  const client = modernClient(asCaller(server, httpToken));
  await client.call('call_read', { operation: 'projects.list', arguments: { page: 3 } });
  await client.call('call_read', { operation: 'articles.get', arguments: { id: 4_711 } });
  await client.call('call_paid', {
    operation: 'grounding.analyze',
    arguments: { url: 'https://private.example/' },
    wait_s: 0,
  });
  await client.call('run_code', { code: 'return "private words"' });
  // What a caller invents becomes no label.
  const forged = 'injected"} 1\nvisibility_forged_total{a="';
  for (let n = 0; n < 20; n++)
    await client.call('call_read', { operation: `${forged}${n}`, arguments: { [`key-${forged}`]: token } });
  await client.request('tools/call', { name: 'forged_tool', arguments: {} });
  await server.ask({ method: 'GET', path: `/${encodeURIComponent(forged)}` });
  const delivery = {
    'content-type': 'application/json',
    'x-service-signature': forged.slice(0, 8),
    'x-service-delivery': 'd-1',
  };
  await server.ask({ path: '/events', headers: delivery, body: { type: 'private-type' } });
  const text = await metricsOf(server.metrics);
  expect(text).toContain('visibility_calls_total{operation="projects.list",effect="read",outcome="ok"} 1');
  expect(text).toContain('visibility_calls_total{operation="articles.get",effect="read",outcome="not_found"} 1');
  expect(text).toMatch(/visibility_jobs\{state="(running|starting)"\} 1/);
  expect(text).toMatch(/visibility_slot_wait_seconds_count\{urgency="call"\} [1-9]/);
  expect(text).toContain('visibility_runs_total{outcome="completed"} 1');
  expect(text).toContain('visibility_runs{state="running"} 0');
  expect(text).toContain('visibility_deliveries_total{answer="refused"} 1');
  expect(text).toContain('visibility_state_up 1');
  // Names and labels: among the bytes and seconds measured, any digits may stand.
  const series = text.replaceAll(/^([^#].*) \S+$/gm, '$1');
  expect(series).toContain('visibility_state_up\n');
  for (const secret of [
    token,
    httpToken,
    eventsSecret,
    'private',
    '4711',
    'a-1',
    'referee',
    'injected',
    'forged',
    'key-',
  ])
    expect(series).not.toContain(secret);
  const operations = new Set<string>(allOperations().map(({ name }) => name));
  expect(labels(text, 'operation').filter((name) => !operations.has(name))).toEqual([]);
  expect(labels(text, 'effect').filter((effect) => !['read', 'write', 'delete', 'paid'].includes(effect))).toEqual([]);
  expect(
    (await server.ask({ method: 'GET', path: '/metrics', headers: { authorization: `Bearer ${httpToken}` } })).status,
  ).toBe(404);

  // A page of the web reaches this machine under a name of its own.
  const scraped = (host: string) => endpoint(String(server.metrics)).ask({ method: 'GET', headers: { host } });
  expect((await scraped('evil.example')).status).toBe(403);
  expect((await scraped('localhost')).body).toContain('visibility_calls_total');

  // The dashboard and the page on deployment name only what is there.
  const servedNames = namesIn(text);
  for (const file of ['deploy/grafana-dashboard.json', 'docs/deployment.md']) {
    const usedNames =
      monitoringIn(await readFile(file, 'utf8')).match(
        /\b(?:visibility|process|nodejs)_[a-z_]+(?=[\s{}[\]()`"=|]|$)/g,
      ) ?? [];
    expect(usedNames.length).toBeGreaterThan(5);
    expect(
      usedNames.filter((name) => !servedNames.has(name)),
      file,
    ).toEqual([]);
  }
  const expressions = JSON.stringify(JSON.parse(await readFile('deploy/grafana-dashboard.json', 'utf8')));
  for (const [, label = ''] of expressions.matchAll(/by \(([a-z, ]+)\)/g))
    for (const one of label.split(', ')) if (one !== 'instance') expect(text).toMatch(new RegExp(`[{,]${one}="`));
});

it('a probe learns whether state and platform can be reached', async (scope) => {
  const platform = await platformFor(scope);
  const ready = await openHttp(scope, { env: pointedAt(platform) });
  const answer = await ready.ask({ method: 'GET', path: '/readyz' });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { status: 'ok', state: 'ok', platform: 'ok' }]);
  await platform.close();
  const unready = await openHttp(scope, { env: pointedAt(platform) });
  const refused = await unready.ask({ method: 'GET', path: '/readyz' });
  expect([refused.status, JSON.parse(refused.body)]).toMatchObject([503, { state: 'ok', platform: 'unreachable' }]);
  expect((await unready.ask({ method: 'GET', path: '/healthz' })).status).toBe(200);
});

it('a request has one id for caller and log, and its trace continues at the platform', async (scope) => {
  const platform = await platformFor(scope);
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
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'vendor=a1' };
  const traced = await server.ask({ body: call, headers });
  const id = String(traced.headers['x-request-id']);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(platform.to('GET /projects').at(-1)?.headers).toMatchObject(headers);
  await expect.poll(() => log).toContain(id);
  const line = log.split('\n').find((one) => one.includes(id)) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ request_id: id, trace_id: traceId, endpoint: 'mcp', status: 200 });
  await server.ask({ body: { ...call, id: 2 }, headers: { traceparent: '00-zz-1-01\t' } });
  const begun = platform.to('GET /projects').at(-1)?.headers['traceparent'];
  expect(begun).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  await expect.poll(() => log).toContain(String(begun).slice(3, 35));
  const refused = await server.ask({ method: 'GET', path: '/nothing' });
  expect(refused.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});

it('the log says how a service was started, and that it drains and stops', async (scope) => {
  const server = await startHttp(scope, {
    env: { VISIBILITY_LOG_LEVEL: 'info', VISIBILITY_BUDGET: '50/day', VISIBILITY_HTTP_TOKEN: 't'.repeat(40) },
  });
  let log = '';
  server.child.stderr?.on('data', (chunk: string) => (log += chunk));
  for (let at = 0; at < 3; at++) await server.ask({ method: 'GET', path: '/readyz' });
  server.child.kill('SIGTERM');
  await once(server.child, 'close');
  const events = log
    .split('\n')
    .filter((line) => /"msg":"(started|draining|stopped)"/.test(line))
    .map((line) => JSON.parse(line) as object);
  expect(events).toMatchObject([
    { msg: 'started', auth: 'token', store: 'sqlite', limits: '50/day', read_only: false },
    { msg: 'draining', calls: 0, sessions: 0 },
    { msg: 'stopped', ms: expect.any(Number) },
  ]);
  expect(log).not.toContain('t'.repeat(40));
});
