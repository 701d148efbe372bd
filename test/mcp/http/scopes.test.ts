import { beforeAll, expect, it } from 'vitest';
import { openOAuth } from '../support/in-process.ts';
import { asCaller } from '../support/as-caller.ts';
import { modernClient, olderClient, type Answer, type Served } from '../support/http-server.ts';
import { envelope, fault, outcomeOf } from '../support/message.ts';
import { signIn, type OAuthServer } from '../support/oauth-server.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
let here: OAuthServer;
/** Reaches the server with a token of scope `read`. */
let reader: Served;
let owner: Served;

beforeAll(async () => {
  here = await openOAuth(suite, { args: ['--toolsets', 'all'] });
  const enter = async (scope: string) =>
    asCaller(here.server, String((await signIn(here, scope, 'sandbox-owner')).tokens['access_token']));
  [reader, owner] = [await enter('read'), await enter('read write delete paid')];
});

const create = 'return (await platform.projects.create({ name: "Scoped", domain: "scoped.example" })).data';
const remove = 'return (await platform.projects.delete({ id: 2 })).data';

/** A program that changes something, with its grants spelled in every way that may be read as a list of texts. */
const grants: readonly unknown[] = [
  ['write'],
  'write',
  ' write ',
  'read,write',
  ' read , write ',
  'read write',
  'write,',
  '["write"]',
  '\n["read","write"]',
  '["read,write"]',
  "['write']",
  '{"0":"write"}',
  ['read', 'write'],
  [' write'],
  ['read', ['write']],
  [['write']],
  ['["write"]'],
  { 0: 'read', 1: 'write', length: 2 },
  { write: true },
  ['read', null, 'write'],
  ['read', 'read', 'read', 'write'],
  'write\u0000',
  '\ufeffwrite',
  ['write', 'paid'],
  true,
];

const orders: readonly Record<string, unknown>[] = [
  ...grants.map((may) => ({ code: create, may })),
  ...['delete', '["delete"]', 'read,delete', ['DELETE'], ' delete'].map((may) => ({ code: remove, may })),
  { code: create, May: ['write'] },
  { code: create, ' may': 'write' },
  { code: create, may: ['read'], input: '{"may":["write"]}' },
  { code: create, may: ['read'], max_credits: '5' },
  { code: create, may: 'write', max_credits: ' 5 ' },
  { code: create, may: 'write', resume: '' },
];

const call = (args: unknown) => ({ name: 'run_code', arguments: args });
/** Names that a JSON text can hold twice, and that an object takes as its prototype. */
const written = [
  `{"code":${JSON.stringify(create)},"may":["read"],"may":"write"}`,
  `{"code":${JSON.stringify(create)},"may":"write","__proto__":{"may":["read"]}}`,
  `{"code":${JSON.stringify(create)},"__proto__":{"may":["write"]}}`,
  `{"code":${JSON.stringify(create)},"may":"write","constructor":1}`,
];

const projects = async (): Promise<unknown> => {
  const { data } = await modernClient(owner).call('call_read', {
    operation: 'projects.list',
    arguments: { per_page: 100 },
    fields: ['id', 'name'],
  });
  return data;
};

/** A program may have begun that was allowed nothing: what counts is what it did. */
const refusalOf = ({ status, messages }: Answer): string => {
  if (status === 403) return 'insufficient_scope';
  const [message] = messages;
  if (!message || message.error) return 'protocol error';
  return fault(outcomeOf(message)).code;
};

const refusals = new Set([
  'insufficient_scope',
  'protocol error',
  'invalid_arguments',
  'not_permitted',
  'unknown_run',
  'run_failed',
]);

it('a token that may only read changes nothing by a program, however its grants are spelled, in both protocol eras', async () => {
  const before = await projects();
  const modern = async (text: string): Promise<Answer> =>
    reader.ask({
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'run_code' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_code","arguments":${text},"_meta":${JSON.stringify(envelope({}))}}}`,
    });
  const { session = '' } = await olderClient(reader, '2025-03-26');
  const older = async (text: string): Promise<Answer> =>
    reader.ask({
      headers: { 'mcp-session-id': session },
      body: `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_code","arguments":${text}}}]`,
    });
  for (const text of [...orders.map((order) => JSON.stringify(order)), ...written])
    for (const send of [modern, older]) expect(refusals, text).toContain(refusalOf(await send(text)));
  expect(await projects()).toEqual(before);
});

it('names the scopes of a program by its grants, read in the same way', async () => {
  for (const may of ['write', ['write'], '["write"]', 'read,write']) {
    const { status, headers } = await reader.ask({
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'run_code' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { ...call({ code: create, may }), _meta: envelope({}) },
      },
    });
    expect(status).toBe(403);
    expect(headers['www-authenticate']).toContain('error="insufficient_scope", scope="read write"');
  }
});

it('judges a call of a session by the token that it was sent with', async () => {
  const { session = '' } = await olderClient(owner, '2025-11-25');
  const params = { name: 'projects_create', arguments: { name: 'Scoped', domain: 'scoped.example' } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  expect((await reader.ask({ headers: { 'mcp-session-id': session }, body })).status).toBe(403);
});

it.each([
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'visibility://projects/{id}' }, argument: { name: 'id', value: '' } },
  ],
  ['resources/read', { uri: 'visibility://projects' }],
  ['tasks/get', { taskId: 'job_none' }],
])('a token that does not read gets no answer to %s', async (method, params) => {
  const ask = async (scope: string) => {
    const { tokens } = await signIn(here, scope, 'sandbox-owner');
    const name = 'uri' in params ? params.uri : 'taskId' in params ? params.taskId : undefined;
    return asCaller(here.server, String(tokens['access_token'])).ask({
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name ? { 'mcp-name': name } : {}) },
      body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope({}) } },
    });
  };
  const [refused, answered] = [await ask('write'), await ask('read')];
  expect(refused.status).toBe(403);
  expect(answered.status).not.toBe(403);
});
