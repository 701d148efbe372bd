import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { traffic } from '../../support/network/traffic.ts';
import { serve } from '../mcp.ts';

const both = 'application/json, text/event-stream';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: both, ...headers },
    body: JSON.stringify(body),
  });

const toolCall = (name: unknown, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, ...params },
});

const modernHeaders = (name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});

const modernCall = (name: string, params: object = {}) => toolCall(name, { _meta: envelope, ...params });

/** The headers of a new session. */
async function openSession(url: string, capabilities: object = {}): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '1' } };
  const opened = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  await opened.text();
  return {
    'mcp-session-id': String(opened.headers.get('mcp-session-id')),
    'mcp-protocol-version': '2025-11-25',
  };
}

interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly messages: readonly unknown[];
}

/** The status, the kind and the messages of an answer. */
async function answerOf(response: Response): Promise<Answered> {
  const [type, body] = [response.headers.get('content-type'), await response.text()];
  const messages = type?.startsWith('text/event-stream')
    ? [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as unknown)
    : body === ''
      ? []
      : [JSON.parse(body) as unknown];
  return { status: response.status, type, messages: messages.map(comparable) };
}

/** Without the id of the exchange, and without the icons of the server, which the SDK's transport adds to each answer. */
const comparable = (message: unknown): unknown =>
  JSON.parse(
    JSON.stringify(message, (key, value: unknown) => (key === 'icons' ? undefined : value)).replaceAll(
      /request_id(\\?":\\?)"[\w-]+/g,
      'request_id$1"',
    ),
  );

/** Calls whose answers differ in kind. */
const calls: readonly (readonly [what: string, name: string, params: object])[] = [
  ['a result', 'echo', { arguments: { a: 'ü "\n' } }],
  ['progress before the result', 'steps', { _meta: { progressToken: 'p' } }],
  ['a tool that does not exist', 'nothing', {}],
  ['a defect', 'broken', {}],
  ['arguments that are no object', 'echo', { arguments: 'text' }],
  ['a large result', 'large', {}],
];

describe('the SDK gives the same answer', () => {
  it.each(calls)('to a call of the 2026 era: %s', async (_what, name, params) => {
    const { url } = await serve();
    const meta = { ...envelope, ...(params as { _meta?: object })._meta };
    const body = modernCall(name, { ...params, _meta: meta });
    const plain = await answerOf(await post(url, body, modernHeaders(name)));
    // A name in this form means the same, and is left to the SDK.
    const encoded = modernHeaders(`=?base64?${Buffer.from(name).toString('base64')}?=`);
    expect(plain).toEqual(await answerOf(await post(url, body, encoded)));
  });

  it.each(calls)('to a call in a session: %s', async (_what, name, params) => {
    const { url } = await serve();
    const session = await openSession(url);
    const plain = await answerOf(await post(url, toolCall(name, params), session));
    // A batch of one means the same, and is left to the SDK.
    expect(plain).toEqual(await answerOf(await post(url, [toolCall(name, params)], session)));
  });

  it('to a question for the person, in the 2026 era', async () => {
    const { url } = await serve();
    const ask = async (name: string): Promise<string> => {
      const answer = await answerOf(await post(url, modernCall('ask', { arguments: { a: 1 } }), modernHeaders(name)));
      // What the question is known by is random.
      return JSON.stringify(answer).replace(/"requestState":"[^"]*"/, '');
    };
    const plain = await ask('ask');
    expect(plain).toContain('input_required');
    expect(plain).toBe(await ask(`=?base64?${Buffer.from('ask').toString('base64')}?=`));
  });

  it('but says more about itself than a plain answer needs', async () => {
    const { url } = await serve();
    const encoded = modernHeaders(`=?base64?${Buffer.from('echo').toString('base64')}?=`);
    expect(await (await post(url, modernCall('echo'), encoded)).text()).toContain('"icons"');
    expect(await (await post(url, modernCall('echo'), modernHeaders('echo'))).text()).not.toContain('"icons"');
  });

  it('to a question that the client cannot show', async () => {
    const { url } = await serve();
    const meta = { ...envelope, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } };
    const answer = await answerOf(await post(url, modernCall('ask', { _meta: meta }), modernHeaders('ask')));
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.messages)).not.toContain('input_required');
  });

  it('to whatever resembles a call of the 2026 era', async () => {
    const { url } = await serve();
    const odd = fc.constantFrom<unknown>(undefined, null, 0, 1.5, '', '2025-11-25', 'echo', [], {}, { a: 1 }, true);
    const member = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'name', 'arguments', '_meta', 'more');
    const field = fc.constantFrom(...Object.keys(envelope), 'progressToken');
    const header = fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name');
    const text = fc.constantFrom('', '2025-11-25', '2026-07-28', 'echo', 'steps', 'tools/list', '=?base64?!?=');
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          members: fc.array(fc.tuple(member, odd), { maxLength: 2 }),
          fields: fc.array(fc.tuple(field, odd), { maxLength: 1 }),
          heads: fc.array(fc.tuple(header, fc.option(text)), { maxLength: 1 }),
        }),
        async ({ members, fields, heads }) => {
          const body: Record<string, unknown> = modernCall('echo', {
            _meta: { ...envelope, ...Object.fromEntries(fields) },
          });
          for (const [name, value] of members) {
            if (name in body || name === 'more') body[name] = value;
            else if (typeof body['params'] === 'object') body['params'] = { ...body['params'], [name]: value };
          }
          const headers: Record<string, string> = modernHeaders('echo');
          for (const [name, value] of heads) {
            if (value === null) delete headers[name];
            else headers[name] = value;
          }
          // Without the other kind in its Accept header, a call of this era is left to the SDK.
          const ofSdk = await answerOf(await post(url, body, { ...headers, accept: 'application/json' }));
          // It has become one of the 2025 era, which needs both.
          fc.pre(ofSdk.status !== 406);
          expect(await answerOf(await post(url, body, headers))).toEqual(ofSdk);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a call in a session', () => {
  it('can be cancelled by another request, and its connection is let go', async () => {
    const { url, waiting, aborted } = await serve();
    const session = await openSession(url);
    const call = post(url, toolCall('wait'), session);
    await waiting;
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await post(url, cancel, session)).status).toBe(202);
    await aborted;
    expect((await answerOf(await call)).messages).toEqual([]);
  });

  it('counts as undelivered where it is cancelled between its result and its answer', async () => {
    const { url, waiting, delivered } = await serve();
    const session = await openSession(url);
    const call = post(url, toolCall('unread'), session);
    await waiting;
    await post(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }, session);
    await call;
    expect(await delivered).toBe(false);
  });

  it('ends with its session', async () => {
    const { url, waiting, aborted } = await serve();
    const session = await openSession(url);
    const call = post(url, toolCall('wait'), session);
    await waiting;
    expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(200);
    await aborted;
    expect((await answerOf(await call)).messages).toEqual([]);
  });

  it('is answered beside others of the same id', async () => {
    const { url, started, release } = await serve();
    const session = await openSession(url);
    const all = [1, 2, 3].map((n) => post(url, toolCall('hold', { arguments: { n } }), session));
    await started;
    await delay(50);
    release();
    for (const call of all) expect(JSON.stringify(await answerOf(await call))).toMatch(/held.*"id":7/);
  });

  it('can ask its person something meanwhile', async () => {
    const { url } = await serve();
    const session = await openSession(url, { elicitation: {} });
    const call = await post(url, toolCall('ask', { arguments: { a: 1 } }), session);
    const events = call.body?.pipeThrough(new TextDecoderStream()).getReader();
    const asked = JSON.parse((await events?.read())?.value?.match(/^data: (.*)$/m)?.[1] ?? '') as {
      readonly id: number;
      readonly method: string;
    };
    expect(asked.method).toBe('elicitation/create');
    const result = { action: 'accept', content: { which: 'this' } };
    expect((await post(url, { jsonrpc: '2.0', id: asked.id, result }, session)).status).toBe(202);
    expect((await events?.read())?.value).toContain('"id":7');
    expect((await events?.read())?.done).toBe(true);
  });

  it('begins its answer after a second, and gives signs of life', async () => {
    const clock = virtualClock();
    const { url, started, release } = await serve(undefined, { clock });
    const session = await openSession(url);
    const call = post(url, toolCall('hold'), session);
    await started;
    const awake = traffic.sleeping();
    await clock.advance(1_000);
    await clock.advance(15_000);
    await clock.advance(15_000);
    awake();
    const answer = await call;
    release();
    const body = await answer.text();
    expect(body.match(/^: waiting$/gm)).toHaveLength(2);
    expect(body).toContain('held');
  });
});

describe('a call of the 2026 era', () => {
  it('ends when its caller hangs up, and no other with it', async () => {
    const { url, waiting, aborted, started, release } = await serve();
    const other = post(url, modernCall('hold'), modernHeaders('hold'));
    await started;
    const hangUp = new AbortController();
    const call = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: both, ...modernHeaders('wait') },
      body: JSON.stringify(modernCall('wait')),
      signal: hangUp.signal,
    });
    await waiting;
    hangUp.abort();
    await expect(call).rejects.toThrow();
    await aborted;
    release();
    expect(JSON.stringify(await answerOf(await other))).toContain('held');
  });

  it('gets the answer to its own id where others have the same', async () => {
    const { url } = await serve();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        JSON.stringify(
          await answerOf(await post(url, modernCall('echo', { arguments: { n } }), modernHeaders('echo'))),
        ),
      ),
    );
    answers.forEach((answer, n) => expect(answer).toMatch(new RegExp(`"args":\\{"n":${n}\\}.*"id":7`)));
  });
});
