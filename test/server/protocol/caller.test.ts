import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { callerOf } from '../../../src/server/protocol/caller.ts';

/** What a client says in its handshake, or in its request. */
interface Statements {
  readonly capabilities?: object | undefined;
  readonly version?: string | undefined;
}

const inHandshake = ({ capabilities, version }: Statements) =>
  callerOf(
    {
      getClientCapabilities: () => capabilities,
      getClientVersion: () => ({ name: 'test', version: '1' }),
      getNegotiatedProtocolVersion: () => version,
    } as unknown as Server,
    { mcpReq: {} } as ServerContext,
  );

const inRequest = ({ capabilities = {} }: Statements) =>
  callerOf(
    { getClientCapabilities: () => ({ elicitation: {} }), getClientVersion: () => undefined } as unknown as Server,
    {
      mcpReq: {
        envelope: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    } as unknown as ServerContext,
  );

it.each([
  [{}, true],
  [{ form: {} }, true],
  [{ form: {}, url: {} }, true],
  [{ url: {} }, false],
  [undefined, false],
])('a client with the elicitation %j can show a form: %s', (elicitation, canAsk) => {
  const capabilities = { elicitation };
  expect([inHandshake({ capabilities }).canAsk, inRequest({ capabilities }).canAsk]).toEqual([canAsk, canAsk]);
});

it.each([
  ['2025-03-26', false],
  ['2025-06-18', true],
  ['2025-11-25', true],
  [undefined, false],
])('a client of %s knows links to resources: %s', (version, knowsLinks) => {
  expect(inHandshake({ version }).knowsLinks).toBe(knowsLinks);
  expect(inRequest({}).knowsLinks).toBe(true);
});

it('only a request says that its client polls tasks', () => {
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  expect([inHandshake({ capabilities }).knowsTasks, inRequest({ capabilities }).knowsTasks]).toEqual([false, true]);
});
