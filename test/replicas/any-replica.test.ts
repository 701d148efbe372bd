import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { json, type Platform, platformFor } from '../support/platform.ts';
import { modernClient, type Served } from '../mcp/support/http-server.ts';
import { openHttp } from '../mcp/support/in-process.ts';
import type { Message } from '../mcp/support/message.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';
import { suiteScope } from '../mcp/support/suite-scope.ts';
import { postgresServer } from '../support/state/schemas.ts';
import { freshStore } from '../support/state/store.ts';

const suite = suiteScope();
let platform: Platform;
let replicas: readonly Served[];

beforeAll(async () => {
  platform = await platformFor(suite);
  platform.on(/^POST .*generate-report$/, json({ data: { report: 'Ten credits well spent.' } }));
  platform.on('POST /grounding/analyze', json({ audit_id: 'a-1', status: 'queued' }, 202));
  platform.on('GET /grounding/audits/a-1', json({ audit_id: 'a-1', status: 'processing' }));
  const store = await freshStore(postgresServer ? 'postgres' : 'sqlite');
  suite.onTestFinished(async () => store[Symbol.asyncDispose]());
  const env = pointedAt(platform, { VISIBILITY_STATE: store.location, VISIBILITY_CONFIRM_ABOVE: '9' });
  replicas = await Promise.all([openHttp(suite, { env }), openHttp(suite, { env })]);
});

const dear = (id: number, more: object = {}) => ({ operation: 'reports.generate', arguments: { id }, ...more });
const sent = (id: number) => platform.to(`POST /tracking-projects/${id}/generate-report`);

describe('a client of 2026-07-28 whose requests reach the replicas in turn', () => {
  it('is asked once for a yes, and its call goes through', async () => {
    let requests = 0;
    const questions: string[] = [];
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    client.setRequestHandler(
      'elicitation/create',
      ({ params }) => (questions.push(params.message), { action: 'accept' as const, content: {} }),
    );
    const inTurn: typeof fetch = (_, options) => fetch(String(replicas[requests++ % 2]?.url), options);
    await client.connect(new StreamableHTTPClientTransport(new URL('http://replicas.invalid/mcp'), { fetch: inTurn }));
    for (const id of [1, 2]) {
      const { structuredContent } = await client.callTool({ name: 'call_paid', arguments: dear(id) });
      expect(structuredContent).toMatchObject({ ok: true, credits: { charged: 10 } });
      expect(sent(id)).toHaveLength(1);
    }
    expect(questions).toHaveLength(2);
    await client.close();
  });

  it('can use its yes once, however many replicas it shows it to at once', async () => {
    const clients = replicas.map((replica) => modernClient(replica, { elicitation: { form: {} } }));
    const call = (client: (typeof clients)[number] | undefined, more: object = {}): Promise<Message> | undefined =>
      client?.request('tools/call', { name: 'call_paid', arguments: dear(3, { again: true }), ...more });
    const asked = await call(clients[0]);
    const yes = {
      requestState: asked?.result?.['requestState'],
      inputResponses: { consent: { action: 'accept', content: {} } },
    };
    const answers = await Promise.all([...clients, ...clients].map((client) => call(client, yes)));
    const asksAgain = answers.filter((answer) => answer?.result?.['resultType'] === 'input_required');
    expect([asksAgain.length, sent(3).length]).toEqual([3, 1]);
  });

  it('sees a task cancelled that it cancelled elsewhere', async () => {
    const [one, other] = replicas.map((replica) =>
      modernClient(replica, { extensions: { 'io.modelcontextprotocol/tasks': {} } }),
    );
    const args = { operation: 'grounding.analyze', arguments: { url: 'https://tea.example/' }, wait_s: 0 };
    const started = await one?.request('tools/call', { name: 'call_paid', arguments: args });
    const taskId = String(started?.result?.['taskId']);
    await one?.request('tasks/cancel', { taskId });
    const seen = await other?.request('tasks/get', { taskId });
    expect(seen?.result).toMatchObject({ status: 'cancelled' });
  });
});
