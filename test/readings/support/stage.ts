import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Reading } from '../../../sandbox/readings/reading.ts';
import type { Client } from '../../../src/client/client.ts';
import type { VirtualClock } from '../../support/clock/virtual-clock.ts';
import { folder } from '../../support/processes/folder.ts';
import { limit, openStage as openTools, type Caller, type Told } from '../../tools/workflows/support/stage.ts';

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
  /** The answers so far. */
  readonly received: Received[];
  /** Operations of which the platform failed a call that may have changed something: what became of it nobody can know. */
  readonly failed: ReadonlySet<string>;
  /** Calls a tool. Never rejects. */
  tool(name: string, args: Readonly<Record<string, unknown>>, token?: string): Promise<Told>;
  /** What this team's calls drew, from the platform's own books, less what it gave back. */
  drawn(): number;
}

/** The stage of the tools, on a platform that keeps these readings. `usedReadings` gets the names of those that have changed something. */
export async function openStage(
  readings: readonly Reading[],
  budget: number,
  usedReadings: Set<string> = new Set(),
): Promise<Stage> {
  const home = await folder();
  const data = join(home.path, 'platform.db');
  const received: Received[] = [];
  const failed = new Set<string>();
  const stage = await openTools(
    { budget: limit(budget), unpriced: 50 },
    {},
    {
      balance: 100_000,
      data,
      readings: [...readings.map((reading) => noting(reading, usedReadings)), witness(received, failed)],
    },
  );
  const { clock, client } = stage;
  const callers = new Map<string, Promise<Caller>>([['sandbox-owner', Promise.resolve(stage)]]);
  // Existing records are older than anything that is started.
  await clock.sleep(60_000);
  const books = new DatabaseSync(data, { readOnly: true });
  return {
    clock,
    client,
    clients: async () => (await Promise.all(callers.values())).map((one) => one.client),
    received,
    failed,
    async tool(name, args, token = 'sandbox-owner') {
      const caller = callers.get(token) ?? stage.as(token);
      callers.set(token, caller);
      return (await caller)
        .run(name, args)
        .catch((error: unknown) => ({ ok: false, error: { code: 'thrown', message: String(error) } }));
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
      await stage[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
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
