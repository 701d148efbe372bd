import { expect, it } from 'vitest';
import { readRequests } from '../../../../src/server/http/auth/read-requests.ts';
import type { ToolCall } from '../../../../src/tools/definition/tool.ts';

/** Reads the calls of one tool: their argument becomes a number, and what is no number cannot be read. */
const readCall = async (tool: string, given: unknown): Promise<ToolCall | undefined> => {
  if (typeof tool !== 'string') throw new TypeError('no name of a tool');
  if (tool !== 'pay') return undefined;
  const id = Number((given as { id?: unknown }).id ?? 0);
  return {
    args: Number.isNaN(id) ? undefined : { id },
    effects: ['read', 'paid'],
    run: () => Promise.reject(new Error('nobody runs it')),
  };
};

const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
const message = (method: string, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params: { uri: 'a' } });

it('a tool call is passed on with the arguments that were judged, and needs its effects', async () => {
  const meta = { _meta: { progressToken: 1 } };
  expect(await readRequests(call({ name: 'pay', arguments: { id: '7' }, ...meta }), readCall)).toEqual({
    body: call({ name: 'pay', arguments: { id: 7 }, ...meta }),
    scopes: ['read', 'paid'],
  });
  expect(await readRequests(call({ name: 'pay' }), readCall)).toEqual({
    body: call({ name: 'pay', arguments: { id: 0 } }),
    scopes: ['read', 'paid'],
  });
});

it.each([
  call({ name: 'pay', arguments: { id: 'x' } }),
  call({ name: 'other', arguments: {} }),
  call({ name: 'pay', arguments: [] }),
  call({ name: 'pay', arguments: null }),
  call({ name: 7, arguments: {} }),
  call(undefined),
  call('pay'),
  message('tools/list'),
  message('initialize'),
  message('resources/list'),
  message('notifications/cancelled', undefined),
  { ...call({ name: 'pay' }), id: undefined },
  'text',
  null,
  undefined,
])('%j is passed on as it is, and needs no scope', async (body) => {
  expect(await readRequests(body, readCall)).toEqual({ body, scopes: [] });
});

it.each(['resources/read', 'completion/complete', 'tasks/get', 'tasks/result'])(
  '%s needs the scope read',
  async (method) => {
    expect(await readRequests(message(method), readCall)).toEqual({ body: message(method), scopes: ['read'] });
  },
);

it('a batch is read message by message, in its order', async () => {
  const body = [call({ name: 'pay', arguments: { id: '7' } }), message('tools/list'), message('tasks/get')];
  expect(await readRequests(body, readCall)).toEqual({
    body: [call({ name: 'pay', arguments: { id: 7 } }), body[1], body[2]],
    scopes: ['read', 'paid', 'read'],
  });
  expect(await readRequests([], readCall)).toEqual({ body: [], scopes: [] });
});
