import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { systemClock } from '../../../src/clock.ts';
import type { Told } from '../../mcp/support/message.ts';

export interface Loaded {
  /** The jobs that were started, as they ended. */
  readonly jobs: readonly { readonly id: string; readonly state: string }[];
  /** Errors of each client, by incident. */
  readonly incidents: readonly (readonly number[])[];
  readonly errors: readonly string[];
}

export interface Load {
  /** Errors from now on are of a new incident. */
  beginIncident(): void;
  errorsOfIncident(): readonly number[];
  /** The clients call until the budget is used up; then all jobs are waited for. */
  finish(): Promise<Loaded>;
  close(): Promise<void>;
}

interface Connection {
  call(name: string, args: object): Promise<Told>;
  close(): Promise<void>;
}

/** Milliseconds after which a client gives a request up. */
const timeout = 20_000;

/** Milliseconds between the calls of one client while there are incidents. */
const pauseMs = 150;

/** Calls of one client from one job to the next. */
const callsPerJob = 25;

/** Real clients, in turn of 2026-07-28 and of 2025-11-25, who make paid calls and repeat each until it is answered. */
export async function startLoad(url: string, count: number): Promise<Load> {
  const incidents: number[][] = [];
  const errors: string[] = [];
  const started: string[] = [];
  const stop = new AbortController();
  let hurry = false;

  const runners = Array.from({ length: count }, (_, at) => run(at));

  async function run(at: number): Promise<void> {
    let connection: Connection | undefined;
    for (let n = 0; !stop.signal.aborted; n++) {
      const call = n % callsPerJob === 3 ? job(at, n) : search(at, n);
      const answer = await untilAnswered(async () => {
        connection ??= await connect(url, at);
        return connection.call('call_paid', call);
      });
      if (answer?.error && usedUp.has(answer.error.code)) break;
      if (answer?.error && answer.error.outcome !== 'unknown') note(at, `refused: ${JSON.stringify(answer.error)}`);
      if (answer?.job) started.push(answer.job.job_id);
      if (!hurry) await systemClock.sleep(pauseMs);
    }
    await connection?.close();

    async function untilAnswered(ask: () => Promise<Told>): Promise<Told | undefined> {
      while (!stop.signal.aborted) {
        try {
          return await ask();
        } catch (error) {
          note(at, String(error));
          await connection?.close();
          connection = undefined;
        }
      }
      return undefined;
    }
  }

  function note(at: number, error: string): void {
    errors.push(`client ${at}, incident ${incidents.length}: ${error.slice(0, 300)}`);
    const current = incidents.at(-1);
    if (current) current[at] = (current[at] ?? 0) + 1;
  }

  return {
    beginIncident: () => void incidents.push(Array.from({ length: count }, () => 0)),
    errorsOfIncident: () => incidents.at(-1) ?? [],
    async finish() {
      hurry = true;
      await Promise.all(runners);
      const last = await connect(url, 0);
      const ids = [...new Set(started)];
      const jobs = await Promise.all(
        ids.map(async (id) => {
          // Shorter than what nginx takes for a replica that hangs.
          for (;;) {
            const { job: seen, error } = await last.call('job_wait', { job_id: id, wait_s: 1 });
            const state = seen?.state ?? String(error?.code);
            if (state !== 'running' && state !== 'starting') return { id, state, error };
          }
        }),
      );
      await last.close();
      return { jobs, incidents, errors };
    },
    async close() {
      stop.abort();
      await Promise.allSettled(runners);
    },
  };
}

/** Nothing is left: all is spent, or held by calls whose replica was killed. */
const usedUp: ReadonlySet<string> = new Set(['budget_exceeded', 'budget_in_flight']);

const search = (at: number, n: number) => ({
  operation: 'knowledge_base.search',
  arguments: { project: 1, q: `client ${at} call ${n}` },
  wait_s: 1,
});

const job = (at: number, n: number) => ({
  operation: 'grounding.analyze',
  arguments: { url: `https://client-${at}.example/${n}` },
  wait_s: 0,
});

const connect = (url: string, at: number): Promise<Connection> => (at % 2 === 0 ? modern(url) : older(url));

async function modern(url: string): Promise<Connection> {
  const client = new Client({ name: 'load', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)), { timeout });
  return {
    call: async (name, args) =>
      (await client.callTool({ name, arguments: { ...args } }, { timeout })).structuredContent as unknown as Told,
    close: () => client.close(),
  };
}

async function older(url: string): Promise<Connection> {
  const client = new OlderClient({ name: 'load', version: '1' });
  await client.connect(new OlderTransport(new URL(url)) as Parameters<typeof client.connect>[0], { timeout });
  return {
    call: async (name, args) =>
      (await client.callTool({ name, arguments: { ...args } }, undefined, { timeout }))
        .structuredContent as unknown as Told,
    close: () => client.close(),
  };
}
