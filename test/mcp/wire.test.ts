import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { json, platformFor } from '../support/platform.ts';
import { fault, initialize, type Message } from './support/message.ts';
import { openHost } from './support/in-process.ts';
import { pointedAt, startHost, type Host, type Session } from './support/stdio-host.ts';
import { suiteScope } from './support/suite-scope.ts';

const scope = { onTestFinished };
const offline = { VISIBILITY_SANDBOX: '1' };
const line = (message: unknown): string => `${JSON.stringify(message)}\n`;
const names = [
  'API_URL',
  'API_TOKEN',
  'API_TOKEN_FILE',
  'BUDGET',
  'CONFIRM_ABOVE',
  'TOOLSETS',
  'READ_ONLY',
  'STATE',
  'RATE',
  'MAX_WAIT',
  'LOG_LEVEL',
  'SANDBOX',
];
/** These settings as a host passes them on that has no value for them. */
const unset = (value: (name: string) => string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`VISIBILITY_${name}`, value(name)]));
const suite = suiteScope();
let shared: Host;
beforeAll(async () => void (shared = await startHost(suite, { env: { ...unset(() => ''), ...offline } })));
/** By an id that no other message has. */
const still = (host: Session): Promise<Message> => host.request('ping', {}, randomUUID());

describe('on stdin', () => {
  it.each([
    ['no JSON', 'Hello?\n'],
    ['half a message', '{"jsonrpc":"2.0","id":7,"method":\n'],
    ['an empty line', '\n\r\n\n'],
    ['JSON that is no message', '42\n"text"\nnull\n[]\n{}\n'],
    ['a message of another protocol', '{"jsonrpc":"1.0","id":7,"method":"ping"}\n'],
    ['an answer that nobody waits for', '{"jsonrpc":"2.0","id":99,"result":{}}\n'],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0xc0, 0x0a])],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n'],
    ['a notification that nobody knows', '{"jsonrpc":"2.0","method":"notifications/nothing"}\n'],
    [
      'a cancellation of nothing',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}\n',
    ],
    [
      'a batch',
      line([
        { jsonrpc: '2.0', id: 71, method: 'ping' },
        { jsonrpc: '2.0', id: 72, method: 'ping' },
      ]),
    ],
  ])('%s does not end the connection', async (_what, bytes) => {
    shared.write(bytes);
    expect((await still(shared)).result).toEqual({});
    expect(shared.output().stderr).toBe('');
  });

  it('four megabytes anywhere in a call neither hold the server up nor are returned', async () => {
    const host = await openHost(scope, { env: offline });
    const long = 'xy'.repeat(2_000_000);
    const calls: [string, object][] = [
      ['find_operations', { query: long }],
      ['find_operations', { query: 'word '.repeat(800_000) }],
      ['find_operations', { family: long }],
      ['describe_operation', { operation: long }],
      ['call_read', { operation: 'storylines.get', arguments: { id: long } }],
      ['call_read', { operation: 'storylines.get', arguments: { [long]: 1 } }],
      ['call_read', { operation: 'projects.list', fields: [long] }],
      ['job_wait', { job_id: long }],
      ['estimate', { calls: [{ operation: long }] }],
      ['job_list', { state: long }],
      [long, {}],
    ];
    for (const [name, given] of calls) {
      const answer = await host.request('tools/call', { name, arguments: given });
      expect(JSON.stringify(answer).length, name.slice(0, 40)).toBeLessThan(40_000);
    }
  });

  it('characters of every kind survive, cut anywhere', async () => {
    const platform = await platformFor(scope);
    const odd = 'grün 茶 🍵 \u2028\u2029 \u0000 "quoted" \\';
    platform.on(/^GET \/projects\/1\/keywords$/, json({ data: [{ id: 1, keyword: odd }] }));
    platform.on('POST /projects/1/storylines', json({ message: 'No.' }, 422));
    const host = await openHost(scope, { env: pointedAt(platform) });
    const bytes = Buffer.from(
      line({
        jsonrpc: '2.0',
        id: 'odd',
        method: 'tools/call',
        params: {
          name: 'call_paid',
          arguments: { operation: 'storylines.create', arguments: { project: 1, keyword: odd } },
        },
      }),
    );
    for (let at = 0; at < bytes.length; at += 7) host.write(bytes.subarray(at, at + 7));
    await host.seen(({ id }) => id === 'odd');
    expect(JSON.parse(platform.to('POST /projects/1/storylines')[0]?.body ?? '{}')).toEqual({ keyword: odd });
  });

  it('a request id may be a text, a zero or a negative number, and is returned as it was', async () => {
    for (const id of ['', 'ünï', 0, -1, 2 ** 40])
      expect(await shared.request('ping', {}, id)).toEqual({ jsonrpc: '2.0', id, result: {} });
  });

  it('what is asked before the handshake does not spoil it', async () => {
    const host = await openHost(scope, { env: offline, version: 'none' });
    host.notify('notifications/initialized');
    host.notify('notifications/cancelled', { requestId: 1 });
    const early = await host.request('tools/list');
    expect(early.result ?? early.error).toBeDefined();
    expect((await host.request('initialize', initialize())).result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect((await host.request('tools/list')).result).toMatchObject({ tools: expect.any(Array) });
  });

  it('arguments that are no object are a refusal, not a defect', async () => {
    for (const given of ['text', 7, [7]]) {
      const { error, result } = await shared.request('tools/call', { name: 'find_operations', arguments: given });
      expect(error?.code ?? result).toBeDefined();
      expect(error?.code ?? -32602).toBe(-32602);
      expect(JSON.stringify(result ?? {})).not.toContain('internal');
    }
  });
});

const many = Object.fromEntries(Array.from({ length: 150_000 }, (_, n) => [`unknown${n}`, n]));

it.each([
  ['a tool', 'write_article', many],
  ['an operation', 'call_paid', { operation: 'storylines.create', arguments: { project: 1, keyword: 'tea', ...many } }],
])('150,000 unknown arguments of %s are refused in one short answer, and nothing is sent', async (_, tool, args) => {
  const platform = await platformFor(scope);
  const host = await openHost(scope, { env: pointedAt(platform) });
  const answer = await host.call(tool, args);
  expect(fault(answer)).toMatchObject({ code: 'invalid_arguments', outcome: 'not_sent' });
  expect(JSON.stringify(answer).length).toBeLessThan(1_000);
  expect(platform.seen).toEqual([]);
});

it('settings that a host passes on count as unset if they are empty or unfilled placeholders', async () => {
  for (const value of [(name: string) => `\${user_config.${name.toLowerCase()}}`, () => '', () => '  ']) {
    const host = await openHost(scope, { env: unset(value) });
    expect((await host.call('credits')).data).toMatchObject({ balance: expect.any(Number), limits: [] });
  }
});
