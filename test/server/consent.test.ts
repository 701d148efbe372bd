import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { modernClient, serve } from './mcp.ts';

const asking = { confirmAbove: 10, unattended: false };
type Action = 'accept' | 'decline' | 'cancel';

/** A host of each era whose person answers as told; `questions` collects what they were shown. */
const eras: Record<string, (url: string, action: Action, questions: string[]) => Promise<Pick<Client, 'callTool'>>> = {
  async '2026-07-28'(url, action, questions) {
    const client = modernClient();
    client.setRequestHandler(
      'elicitation/create',
      ({ params }) => (questions.push(params.message), { action, ...(action === 'accept' ? { content: {} } : {}) }),
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return client;
  },
  async '2025-11-25 and before'(url, action, questions) {
    const client = new OlderClient({ name: 'older', version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(
      ElicitRequestSchema,
      ({ params }) => (questions.push(params.message), { action, ...(action === 'accept' ? { content: {} } : {}) }),
    );
    await client.connect(new OlderTransport(new URL(url)) as Parameters<typeof client.connect>[0]);
    return client as unknown as Pick<Client, 'callTool'>;
  },
};

describe.each(Object.entries(eras))('with a host of %s', (_era, connect) => {
  it('a person is asked once, with price and arguments, and their yes lets the call through', async () => {
    const { url, spending } = await serve(asking);
    const questions: string[] = [];
    const host = await connect(url, 'accept', questions);
    const result = await host.callTool({ name: 'spend', arguments: { keyword: 'tea' } });
    expect(result.structuredContent).toEqual({ ok: true, data: 'spent' });
    expect(questions).toEqual([expect.stringMatching(/up to 30 credits on storylines\.create.*\n.*"keyword":"tea"/)]);
    expect(spending.spent).toHaveLength(1);
  });

  it.each<Action>(['decline', 'cancel'])('their %s sends nothing and is reported as such', async (action) => {
    const { url, spending } = await serve(asking);
    const host = await connect(url, action, []);
    const result = await host.callTool({ name: 'spend', arguments: {} });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: 'confirmation_required',
          outcome: 'not_sent',
          message: expect.stringContaining('did not agree'),
        },
      },
    });
    expect(spending.spent).toEqual([]);
  });

  it('what is not above the threshold needs nobody', async () => {
    const { url, spending } = await serve({ confirmAbove: 30, unattended: false });
    const questions: string[] = [];
    await (await connect(url, 'decline', questions)).callTool({ name: 'spend', arguments: {} });
    expect(questions).toEqual([]);
    expect(spending.spent).toHaveLength(1);
  });

  it('an unattended server asks nobody', async () => {
    const { url, spending } = await serve({ confirmAbove: 1, unattended: true });
    const questions: string[] = [];
    await (await connect(url, 'decline', questions)).callTool({ name: 'spend', arguments: {} });
    expect(questions).toEqual([]);
    expect(spending.spent).toHaveLength(1);
  });

  it('no argument grants consent', async () => {
    const { url, spending } = await serve(asking);
    const host = await connect(url, 'decline', []);
    await host.callTool({
      name: 'spend',
      arguments: { consent: true, confirm: true, approve: true, unattended: true },
    });
    expect(spending.spent).toEqual([]);
  });

  it('nobody is asked midway, when asking would run again what was paid for already', async () => {
    const { url, spending } = await serve(asking);
    const questions: string[] = [];
    const result = await (await connect(url, 'accept', questions)).callTool({ name: 'spend_twice', arguments: {} });
    expect(result.structuredContent).toMatchObject({ error: { code: 'confirmation_required' } });
    expect(questions).toEqual([]);
    expect(spending.spent).toHaveLength(1);
  });
});

it('a host that cannot ask is refused, and the refusal states what its operator can do', async () => {
  const { url, spending } = await serve(asking);
  for (const capabilities of [{}, { elicitation: { url: {} } }]) {
    const client = new Client({ name: 'test', version: '1' }, { capabilities });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const result = await client.callTool({ name: 'spend', arguments: {} });
    expect(result.structuredContent).toMatchObject({
      error: { code: 'confirmation_required', next: expect.stringContaining('--unattended') },
    });
  }
  expect(spending.spent).toEqual([]);
});

describe('the state of a question', () => {
  interface Round {
    result: { resultType?: string; requestState?: string; inputRequests?: object; structuredContent?: { ok: boolean } };
  }

  const round = async (
    url: string,
    args: object,
    retry: object = {},
    headers: Record<string, string> = {},
  ): Promise<Round['result']> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'spend',
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'spend',
          arguments: args,
          ...retry,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
          },
        },
      }),
    });
    return ((await response.json()) as Round).result;
  };
  const yes = (requestState: string | undefined) => ({
    requestState,
    inputResponses: { consent: { action: 'accept', content: {} } },
  });

  it('lets the same call through once, and never again', async () => {
    const { url, spending } = await serve(asking);
    const { requestState } = await round(url, { a: 1, b: 2 });
    expect((await round(url, { b: 2, a: 1 }, yes(requestState))).structuredContent).toMatchObject({ ok: true });
    expect((await round(url, { a: 1, b: 2 }, yes(requestState))).resultType).toBe('input_required');
    expect(spending.spent).toHaveLength(1);
  });

  it('is worth nothing to another caller', async () => {
    const { url, spending } = await serve(asking);
    const { requestState } = await round(url, { a: 1 }, {}, { authorization: 'Bearer one' });
    expect((await round(url, { a: 1 }, yes(requestState), { authorization: 'Bearer two' })).resultType).toBe(
      'input_required',
    );
    expect(spending.spent).toEqual([]);
    expect(
      (await round(url, { a: 1 }, yes(requestState), { authorization: 'Bearer one' })).structuredContent,
    ).toMatchObject({ ok: true });
  });

  it('is about arguments that are shown without marks that turn or hide text', async () => {
    const { url } = await serve(asking);
    const { inputRequests } = await round(url, { keyword: '\u202Etea\u2066 \u200Bpot' });
    expect(JSON.stringify(inputRequests)).toContain('tea pot');
    expect(JSON.stringify(inputRequests)).not.toMatch(/[\u202E\u2066\u200B]/);
  });

  it('does not fit a call with other arguments', async () => {
    const { url, spending } = await serve(asking);
    const { requestState } = await round(url, { keyword: 'tea' });
    expect((await round(url, { keyword: 'coffee' }, yes(requestState))).resultType).toBe('input_required');
    expect(spending.spent).toEqual([]);
  });

  it('is asked for again when the price has risen', async () => {
    const { url, spending } = await serve(asking);
    const { requestState } = await round(url, {});
    spending.price = 31;
    const second = await round(url, {}, yes(requestState));
    expect(second.resultType).toBe('input_required');
    expect(JSON.stringify(second.inputRequests)).toContain('31 credits');
    expect((await round(url, {}, yes(second.requestState))).structuredContent).toMatchObject({ ok: true });
  });

  it('is worth nothing when forged, changed, or left out', async () => {
    const { url, spending } = await serve(asking);
    const { requestState = '' } = await round(url, {});
    const other = requestState.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const state of ['forged', other, undefined]) {
      expect((await round(url, {}, yes(state))).resultType).toBe('input_required');
    }
    expect(spending.spent).toEqual([]);
  });
});
