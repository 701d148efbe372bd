import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client as McpClient, InMemoryTransport } from '@modelcontextprotocol/client';
import type { Reading } from '../../../sandbox/readings/reading.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { compose } from '../../../src/app/compose.ts';
import { reportsOf } from '../../../src/app/log.ts';
import { createClient, createParts } from '../../../src/client/create-client.ts';
import { hostWaitSeconds } from '../../../src/app/times.ts';
import type { Client } from '../../../src/client/client.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { createServerFactory } from '../../../src/server/protocol/create-server-factory.ts';
import { virtualClock, type VirtualClock } from '../../support/clock/virtual-clock.ts';
import { scratch } from '../../support/state/scratch.ts';
import { freshState } from '../../support/state/store.ts';
import { limit } from '../../tools/workflows/support/stage.ts';

/** The loosely typed result of a tool. */
// oxlint-disable-next-line typescript/no-explicit-any
export type ToolResult = any;

/** An answer of the platform on the wire, after all readings. */
export interface Received {
  readonly operation: string;
  readonly status: number;
  readonly body: string;
  /** Fields that a refusal named. */
  readonly fields: readonly string[];
}

export interface Stage extends AsyncDisposable {
  readonly clock: VirtualClock;
  /** The client of the token `sandbox-owner`. */
  readonly client: Client;
  /** The tokens with which tools were called. */
  clients(): Promise<readonly Client[]>;
  /** The answers since the last `forget`. */
  readonly received: Received[];
  /** Operations of which the platform failed a call that may have changed something: what became of it nobody can know. */
  readonly failed: ReadonlySet<string>;
  /** Calls a tool over MCP, as a host does. Never rejects. */
  tool(name: string, args: Readonly<Record<string, unknown>>, token?: string): Promise<ToolResult>;
  /** What this team's calls drew, from the platform's own books, less what it gave back. */
  drawn(): number;
}

/**
 * The whole program behind a real client of the protocol, on an embedded platform that keeps these readings; time jumps.
 * `usedReadings` gets the names of those that have changed something.
 */
export async function openStage(
  readings: readonly Reading[],
  budget: number,
  usedReadings: Set<string> = new Set(),
): Promise<Stage> {
  const clock = virtualClock();
  const folder = await mkdtemp(join(scratch, 'visibility-readings-'));
  const data = join(folder, 'platform.db');
  const received: Received[] = [];
  const failed = new Set<string>();
  const platform = await startSandbox({
    rate: 0,
    balance: 100_000,
    clock,
    data,
    readings: [...readings.map((reading) => noting(reading, usedReadings)), witness(received, failed)],
  });
  const store = await freshState(clock);
  const config = readConfig(
    { 'api-url': platform.url, unattended: true },
    { VISIBILITY_API_TOKEN: 'sandbox-owner', VISIBILITY_CODE: 'calls=500' },
  );
  const closes: (() => Promise<void>)[] = [];
  const opened = new Map<string, Promise<{ readonly mcp: McpClient; readonly client: Client }>>();
  clock.run();

  async function open(token: string) {
    const parts = await createParts({
      apiUrl: platform.url,
      token,
      state: store.state,
      session: 'one process',
      budget: limit(budget),
      requestsPerMinute: 6_000,
      maxWaitSeconds: 600,
      unpriced: 50,
      clock,
    });
    const client = createClient({}, parts);
    const composed = await compose(config, { open: async () => parts, clock });
    const { onDefect, onTransportError } = reportsOf(config);
    const server = createServerFactory(composed.offer, {
      consent: { unattended: true },
      onDefect,
      onTransportError,
      hostWaitSeconds,
      clock,
    })();
    const mcp = new McpClient({ name: 'readings', version: '1' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), mcp.connect(near)]);
    closes.push(async () => {
      await mcp.close();
      await composed.close();
    });
    return { mcp, client };
  }
  const of = (token: string) => {
    const openedClient = opened.get(token) ?? open(token);
    opened.set(token, openedClient);
    return openedClient;
  };
  const { client } = await of('sandbox-owner');
  // Existing records are older than anything that is started.
  await clock.sleep(60_000);
  const books = new DatabaseSync(data, { readOnly: true });
  return {
    clock,
    client,
    clients: async () => (await Promise.all(opened.values())).map((one) => one.client),
    received,
    failed,
    async tool(name, args, token = 'sandbox-owner') {
      const { mcp } = await of(token);
      return mcp.callTool({ name, arguments: { ...args } }, { timeout: 300_000 }).then(
        ({ structuredContent }) => structuredContent,
        (error: unknown) => ({ ok: false, error: { code: 'thrown', message: String(error) } }),
      );
    },
    drawn: () =>
      Number(
        books
          .prepare(
            `SELECT coalesce(-sum(delta), 0) AS drawn FROM ledger WHERE team = 1
             AND endpoint NOT IN ('Opening top-up', 'Monthly allotment', 'Scheduled tracking run')`,
          )
          .get()?.['drawn'],
      ),
    async [Symbol.asyncDispose]() {
      books.close();
      for (const close of closes) await close();
      await store[Symbol.asyncDispose]();
      clock.stop();
      await platform.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The reading, noting whether any of its hooks has changed or refused something. */
function noting(reading: Reading, usedReadings: Set<string>): Reading {
  const note =
    <G extends readonly unknown[], V>(hook: ((value: V, ...given: G) => V) | undefined) =>
    (value: V, ...given: G): V => {
      if (!hook) return value;
      try {
        const changed = hook(value, ...given);
        if (changed !== value) usedReadings.add(reading.name);
        return changed;
      } catch (error) {
        usedReadings.add(reading.name);
        throw error;
      }
    };
  const { changeRequest, changeResult, changeCharge, changeResponse } = reading;
  return {
    ...reading,
    changeRequest: note(changeRequest),
    changeResult: note(changeResult),
    changeCharge: note(changeCharge),
    changeResponse: note(changeResponse),
  };
}

/** Changes nothing, and notes what is answered. */
const witness = (received: Received[], failed: Set<string>): Reading => ({
  name: 'witness',
  turnsOn: 'Nothing.',
  behaviour: 'Everything.',
  changeResponse: (sent, { operation }) => {
    if (sent.status >= 500 && operation.effect !== 'read') failed.add(operation.name);
    const body = typeof sent.body === 'string' ? sent.body : '';
    received.push({
      operation: operation.name,
      status: sent.status,
      body,
      fields: sent.status >= 400 ? fieldsIn(body) : [],
    });
    return sent;
  },
});

function fieldsIn(body: string): string[] {
  try {
    const { errors } = JSON.parse(body) as { readonly errors?: object };
    return Object.keys(errors ?? {});
  } catch {
    return [];
  }
}
