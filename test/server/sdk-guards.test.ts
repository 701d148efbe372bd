import { expect, test } from 'vitest';
import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import { guards } from '../../scripts/faster-sdk.ts';

const request = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const initialize = {
  ...request,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'host', version: '1' } },
};

/** Each guard that the bundle shortens, and a message that it accepts. */
const cases: Readonly<Record<keyof typeof guards, readonly [(value: unknown) => boolean, Record<string, unknown>]>> = {
  isJSONRPCRequest: [isJSONRPCRequest, request],
  isJSONRPCNotification: [isJSONRPCNotification, { jsonrpc: '2.0', method: 'notifications/initialized' }],
  isJSONRPCResultResponse: [isJSONRPCResultResponse, { jsonrpc: '2.0', id: 1, result: {} }],
  isJSONRPCErrorResponse: [
    isJSONRPCErrorResponse,
    { jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'Internal error' } },
  ],
  isInitializeRequest: [isInitializeRequest, initialize],
};

const names = Object.keys(cases) as (keyof typeof guards)[];
const candidates: readonly unknown[] = Object.values(cases)
  .flatMap(([, message]) =>
    Object.keys(message).flatMap((member) =>
      [message[member], undefined, null, 1, 'tools/list', {}].map((value): unknown => ({
        ...message,
        [member]: value,
      })),
    ),
  )
  .concat([undefined, null, 1, 'text', [], [request], {}]);

test.each(names)('what %s looks for first is in every message that it accepts', (name) => {
  const isThere = new Function('value', `return ${guards[name]}`) as (value: unknown) => boolean;
  const [guard, message] = cases[name];
  expect(guard(message)).toBe(true);
  const judged = candidates.map((value) => ({ value, accepted: guard(value), looked: isThere(value) }));
  expect(judged.filter((one) => one.accepted && !one.looked)).toEqual([]);
  // It spares parsing most of what the guard refuses.
  expect(judged.filter((one) => !one.looked).length).toBeGreaterThan(candidates.length / 3);
});
