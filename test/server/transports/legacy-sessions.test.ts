import fc from 'fast-check';
import { Server } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import type { Service } from '../../../src/server/auth/services.ts';
import { legacySessions, type LegacySessions } from '../../../src/server/transports/legacy-sessions.ts';
import { holds } from '../../support/state/holds.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

const service = {
  caller: 'ann',
  factory: () => new Server({ name: 'test', version: '1' }, { capabilities: {} }),
  hold: () => () => {},
} as unknown as Service;

const request = (
  method: string,
  params: object,
  session?: string,
  closed = Promise.resolve(),
  from = service,
): Parameters<LegacySessions['fetch']> => {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const own = session === undefined ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
  const init = { method: 'POST', headers: { ...headers, ...own }, body: JSON.stringify(body) };
  return [new Request('http://here/mcp', init), body, { service: from, closed }];
};

const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

it('where there are too many sessions, one that was never used makes room, then the one that was silent longest', async () => {
  await holds(
    fc.asyncProperty(
      fc.array(fc.option(fc.nat(2), { nil: undefined, freq: 2 }), { minLength: 8, maxLength: 14 }),
      async (steps) => {
        const clock = virtualClock();
        const max = 3;
        const sessions = legacySessions({
          maxSessions: 100,
          maxSessionsPerCaller: max,
          maxCallsPerSession: 10,
          idleMs: 3_600_000,
          clock,
          onError: () => {},
        });
        const ping = async (id: string): Promise<number> => (await sessions.fetch(...request('ping', {}, id))).status;
        let open: { id: string; used: boolean; at: number }[] = [];
        for (const step of steps) {
          await clock.advance(1_000);
          const used = step === undefined ? undefined : open[step];
          if (used) {
            expect(await ping(used.id)).toBe(200);
            [used.used, used.at] = [true, clock.steady()];
            continue;
          }
          const response = await sessions.fetch(...request('initialize', handshake));
          const id = String(response.headers.get('mcp-session-id'));
          await response.text();
          if (open.length === max) {
            const [first] = open.toSorted((a, b) => Number(a.used) - Number(b.used) || a.at - b.at);
            open = open.filter((one) => one !== first);
            expect(await ping(first?.id ?? '')).toBe(404);
          }
          open.push({ id, used: false, at: clock.steady() });
          expect(sessions.size).toBe(open.length);
        }
        for (const { id } of open) expect(await ping(id)).toBe(200);
        await sessions.close();
      },
    ),
    { seed: 6, numRuns: 25 },
  );
});

it('sessions that are opened in one moment are no more than there may be', async () => {
  const sessions = legacySessions({
    maxSessions: 5,
    maxSessionsPerCaller: 3,
    maxCallsPerSession: 1,
    idleMs: 3_600_000,
    clock: virtualClock(),
    onError: () => {},
  });
  const open = async (caller: string): Promise<number> => {
    const [head, body, exchange] = request('initialize', handshake);
    return (await sessions.fetch(head, body, { ...exchange, service: { ...service, caller } })).status;
  };
  const statuses = await Promise.all(['ann', 'ann', 'ann', 'ann', 'ben', 'ben', 'ben'].map(open));
  expect(statuses).toEqual([200, 200, 200, 503, 200, 200, 503]);
  expect(sessions.size).toBe(5);
  // Nothing keeps the places of those that are open: they make room like any others.
  expect([await open('ann'), sessions.size]).toEqual([200, 5]);
  await sessions.close();
});

it('a session has as many calls under way as it may, and no more until one is answered', async () => {
  const clock = virtualClock();
  const sessions = legacySessions({
    maxSessions: 9,
    maxSessionsPerCaller: 9,
    maxCallsPerSession: 2,
    idleMs: 3_600_000,
    clock,
    onError: () => {},
  });
  const id = String((await sessions.fetch(...request('initialize', handshake))).headers.get('mcp-session-id'));
  const { promise: closed, resolve: answer } = Promise.withResolvers<void>();
  const ping = async (): Promise<number> => (await sessions.fetch(...request('ping', {}, id, closed))).status;
  expect([await ping(), await ping(), await ping()]).toEqual([200, 200, 429]);
  answer();
  await closed;
  expect(await ping()).toBe(200);
  await sessions.close();
});

it('a session ends once it was silent for long, and not while a call is under way', async () => {
  const clock = virtualClock();
  const idleMs = 120_000;
  const sessions = legacySessions({
    maxSessions: 9,
    maxSessionsPerCaller: 9,
    maxCallsPerSession: 9,
    idleMs,
    clock,
    onError: () => {},
  });
  const opened = await sessions.fetch(...request('initialize', handshake));
  const id = String(opened.headers.get('mcp-session-id'));
  const { promise: closed, resolve: answer } = Promise.withResolvers<void>();
  await sessions.fetch(...request('ping', {}, id, closed));
  await clock.advance(4 * idleMs);
  expect(sessions.size).toBe(1);
  answer();
  await closed;
  await clock.advance(idleMs);
  expect(sessions.size).toBe(1);
  await clock.advance(idleMs);
  expect(sessions.size).toBe(0);
  await sessions.close();
});

it('a handshake that is refused leaves nothing of its session', async () => {
  let closings = 0;
  const factory = () => {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: {} });
    server.onclose = () => void closings++;
    return server;
  };
  const sessions = legacySessions({
    maxSessions: 1,
    maxSessionsPerCaller: 1,
    maxCallsPerSession: 1,
    idleMs: 120_000,
    clock: virtualClock(),
    onError: () => {},
  });
  const [head, body, exchange] = request('initialize', handshake);
  const refused = new Request(head, { headers: { ...Object.fromEntries(head.headers), accept: 'text/plain' } });
  const from = { ...exchange, service: { ...service, factory } as unknown as Service };
  expect((await sessions.fetch(refused, body, from)).status).toBe(406);
  expect([closings, sessions.size]).toEqual([1, 0]);
  await sessions.close();
});

it('a session is that of its person, goes on with a further sign-in and ends with the first, and its restrictions stay', async () => {
  const sessions = legacySessions({
    maxSessions: 9,
    maxSessionsPerCaller: 9,
    maxCallsPerSession: 9,
    idleMs: 3_600_000,
    clock: virtualClock(),
    onError: () => {},
  });
  let isConnected = true;
  const [opening, body, exchange] = request('initialize', handshake);
  const opened = await sessions.fetch(opening, body, { ...exchange, isConnected: async () => isConnected });
  const id = String(opened.headers.get('mcp-session-id'));
  const from = async (other: Partial<Service>): Promise<number> =>
    (await sessions.fetch(...request('ping', {}, id, undefined, { ...service, ...other }))).status;
  expect([await from({ caller: 'bob' }), await from({ restrictions: 'others' }), await from({})]).toEqual([
    404, 400, 200,
  ]);
  isConnected = false;
  expect([await from({}), sessions.size]).toEqual([404, 0]);
  await sessions.close();
});
