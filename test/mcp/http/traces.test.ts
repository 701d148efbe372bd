import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../../cli/program.ts';
import { json, platformFor } from '../../support/platform.ts';
import { modernClient, startHttp } from '../support/http-server.ts';
import { folder } from '../support/scope.ts';
import { pointedAt, token } from '../support/stdio-host.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly kind: number;
  readonly status: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const recorder = resolve('test/support/traces/record-spans.mjs');

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

it('an SDK that the operator loads sees a call, its requests and its wait, below the trace of the caller', async (scope) => {
  const platform = await platformFor(scope);
  const secret = 'https://private.example/';
  platform.on('POST /grounding/analyze', json({ audit_id: 'a-1', status: 'queued' }, 202));
  platform.on('GET /grounding/audits/a-1', json({ data: { id: 'a-1', status: 'completed' } }));
  const file = join(folder(scope), 'spans.jsonl');
  const server = await startHttp(scope, {
    env: { ...pointedAt(platform), NODE_OPTIONS: `--import ${recorder}`, SPANS_FILE: file },
  });
  const client = modernClient(server);
  const paid = { name: 'call_paid', arguments: { operation: 'grounding.analyze', arguments: { url: secret } } };
  await client.request('tools/call', { ...paid, _meta: { traceparent } });
  await client.request('tools/call', { name: 'call_read', arguments: { operation: 'nothing.list' } }, { traceparent });
  platform.on('GET /projects', json({ message: 'no' }, 400));
  await client.request('tools/call', { name: 'call_read', arguments: { operation: 'projects.list' } });
  await client.call('job_list');

  const spans = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Span);
  const spanNamed = (name: string): Span => {
    const spanWithName = spans.find((span) => span.name === name);
    if (!spanWithName) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join()}`);
    return spanWithName;
  };
  const call = spanNamed('tools/call call_paid');
  expect(call).toMatchObject({ traceId, parent: '00f067aa0ba902b7', kind: 1, status: 0 });
  const start = spanNamed('platform grounding.analyze');
  expect(start).toMatchObject({ traceId, parent: call.spanId, kind: 2 });
  expect(start.attributes).toEqual({
    'visibility.operation': 'grounding.analyze',
    'http.request.method': 'POST',
    'http.response.status_code': 202,
  });
  expect(start.status).toBe(0);
  expect(spanNamed('platform projects.list')).toMatchObject({
    status: 2,
    attributes: { 'http.response.status_code': 400, 'error.type': '400' },
  });
  const wait = spanNamed('job wait');
  expect(wait).toMatchObject({
    traceId,
    parent: call.spanId,
    attributes: { 'visibility.operation': 'grounding.analyze', 'visibility.job.state': 'completed' },
  });
  // The platform can go on with the trace.
  const sent = platform.to('POST /grounding/analyze')[0];
  expect(sent?.headers['traceparent']).toBe(`00-${traceId}-${start.spanId}-01`);
  expect(spanNamed('tools/call call_read')).toMatchObject({
    traceId,
    status: 2,
    attributes: { 'error.type': 'unknown_operation' },
  });
  expect(spanNamed('tools/call job_list').parent).toBeUndefined();
  expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`private|${token}|nothing\\.list|a-1`));
});

it('a process that ends lets the SDK send what it has collected', async (scope) => {
  const file = join(folder(scope), 'spans.jsonl');
  const { code } = await runProgram(['call', 'call_read', '{"operation": "projects.list"}'], {
    env: { NODE_OPTIONS: `--import ${recorder}`, SPANS_FILE: file, SPANS_BATCHED: '1' },
  });
  expect([code, readFileSync(file, 'utf8')]).toEqual([0, expect.stringContaining('platform projects.list')]);
});
