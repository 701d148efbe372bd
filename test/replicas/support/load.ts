import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { systemClock } from '../../../src/base/clock.ts';
import type { Told } from '../../mcp/support/message.ts';

export type Era = '2025-11-25' | '2026-07-28';

/** The experience of one client in one incident. */
export interface Experience {
  readonly era: Era;
  /** Calls that were answered, or refused because of the budget. */
  answered: number;
  /** Requests that failed, and refusals that were not announced. */
  errors: number;
  /** Refusals because the database cannot be used. */
  refusals: number;
}

/** A job, or a call that took longer than its client waited, as it ended. */
export interface StartedJob {
  readonly id: string;
  /** The identity of the call at the platform. */
  readonly mark: string;
  /** Of the job, or the code of the error. */
  readonly state: string;
  readonly error: Told['error'];
}

export interface Loaded {
  /** The jobs that were started, as they ended. */
  readonly jobs: readonly StartedJob[];
  readonly incidents: readonly (readonly Experience[])[];
  readonly errors: readonly string[];
}

export interface Load {
  /** Starts a new incident. */
  beginIncident(): void;
  readonly current: readonly Experience[];
  /** Resolves when every client has been answered once more. */
  allAnswered(): Promise<void>;
  /**
   * The clients call until each is refused for the budget, again while `isLeft` says that there is something left: what was held when
   * they were refused may have been settled since. Then all jobs are waited for.
   */
  finish(isLeft: () => Promise<boolean>): Promise<Loaded>;
  close(): Promise<void>;
}

interface Connection {
  call(name: string, args: object): Promise<Told>;
  close(): Promise<void>;
}

/**
 * Milliseconds after which a client gives a request up. Clients of 2025 do so too where the stream of an answer breaks, as when its
 * replica is killed.
 */
const timeout = 25_000;

/** Milliseconds between the calls of one client while there are incidents. */
const pauseMs = 1_000;

/** Times that the clients begin again after all were refused. */
const maxRounds = 5;

/** Calls of one client from one job to the next: the platform takes 20 a minute. */
const callsPerJob = 15;

/** Real clients, in turn of 2026-07-28 and of 2025-11-25, who make paid calls and repeat each until it is answered. */
export async function startLoad(url: string, count: number): Promise<Load> {
  const incidents: Experience[][] = [];
  const errors: string[] = [];
  const started = new Map<string, string>();
  const answers = Array.from({ length: count }, () => 0);
  const calls = answers.map(() => 0);
  const stop = new AbortController();
  const began = systemClock.steady();
  let hurry = false;

  await provePrices(url, started);
  let runners = answers.map((_, at) => run(at));

  async function run(at: number): Promise<void> {
    let connection: Connection | undefined;
    while (!stop.signal.aborted) {
      const n = calls[at] ?? 0;
      calls[at] = n + 1;
      const call = n % callsPerJob === 3 && !hurry ? job(at, n) : search(at, n);
      const answer = await untilAnswered(async () => {
        connection ??= await connect(url, at);
        return connection.call('call_paid', call.args);
      });
      answers[at] = (answers[at] ?? 0) + 1;
      note(at, 'answered');
      if (answer?.error && usedUp.has(answer.error.code)) break;
      if (answer?.job) started.set(answer.job.job_id, call.mark);
      if (!hurry) await systemClock.sleep(pauseMs);
    }
    await connection?.close();

    async function untilAnswered(ask: () => Promise<Told>): Promise<Told | undefined> {
      while (!stop.signal.aborted) {
        try {
          const answer = await ask();
          const { error } = answer;
          // Whether the call was carried out stays unknown, since its replica is gone.
          if (!error || error.outcome === 'unknown' || usedUp.has(error.code)) return answer;
          if (isAboutDatabase(error)) note(at, 'refusals');
          else if (error.code !== 'rate_limited') noteError(at, `refused: ${JSON.stringify(error)}`);
          await systemClock.sleep(pauseMs);
        } catch (error) {
          noteError(at, String(error));
          await connection?.close();
          connection = undefined;
        }
      }
      return undefined;
    }
  }

  function noteError(at: number, error: string): void {
    const seconds = ((systemClock.steady() - began) / 1000).toFixed(1);
    errors.push(`${seconds} s, client ${at} (${eraOf(at)}), incident ${incidents.length}: ${error.slice(0, 400)}`);
    note(at, 'errors');
  }

  /** Counts for the incident that is under way. */
  function note(at: number, what: 'answered' | 'errors' | 'refusals'): void {
    const current = incidents.at(-1)?.[at];
    if (current) current[what]++;
  }

  return {
    beginIncident: () =>
      void incidents.push(answers.map((_, at) => ({ era: eraOf(at), answered: 0, errors: 0, refusals: 0 }))),
    get current() {
      return incidents.at(-1) ?? [];
    },
    async allAnswered() {
      const before = [...answers];
      while (answers.some((n, at) => n === before[at])) await systemClock.sleep(50);
    },
    async finish(isLeft) {
      hurry = true;
      await Promise.all(runners);
      for (let round = 0; round < maxRounds && (await isLeft()); round++) {
        runners = answers.map((_, at) => run(at));
        await Promise.all(runners);
      }
      const last = await connect(url, 0);
      const jobs: StartedJob[] = [];
      for (const [id, mark] of started) jobs.push({ id, mark, ...(await endOf(last, id)) });
      await last.close();
      return { jobs, incidents, errors };
    },
    async close() {
      stop.abort();
      await Promise.allSettled(runners);
    },
  };
}

/** Milliseconds for which a job that has no incident to fear is waited for. */
const endsWithinMs = 120_000;

/** Of a job. A machine that is busy may answer too late for nginx: it is asked again. */
async function endOf(connection: Connection, id: string): Promise<Pick<StartedJob, 'state' | 'error'>> {
  for (const until = systemClock.steady() + endsWithinMs; ;) {
    const { job: seen, error } = await connection
      .call('job_wait', { job_id: id, wait_s: 1 })
      .catch(() => ({ job: undefined, error: undefined }));
    const state = seen?.state ?? error?.code ?? 'not answered';
    const isOpen = state === 'running' || state === 'starting' || state === 'not answered';
    if (!isOpen || systemClock.steady() > until) return { state, error };
  }
}

/** Nothing is left: all is spent, or held by calls whose replica was killed. */
const usedUp: ReadonlySet<string> = new Set(['budget_exceeded', 'budget_in_flight']);

const isAboutDatabase = ({ code, outcome, message }: NonNullable<Told['error']>): boolean =>
  code === 'unreachable' && outcome === 'not_sent' && message.includes('state database');

const eraOf = (at: number): Era => (at % 2 === 0 ? '2026-07-28' : '2025-11-25');

interface Call {
  readonly mark: string;
  readonly args: object;
}

function search(at: number, n: number): Call {
  const mark = `client ${at} call ${n}`;
  return { mark, args: { operation: 'knowledge_base.search', arguments: { project: 1, q: mark }, wait_s: 1 } };
}

function job(at: number, n: number): Call {
  const mark = `https://client-${at}.example/${n}`;
  return { mark, args: { operation: 'grounding.analyze', arguments: { url: mark }, wait_s: 0 } };
}

/** One charge of each operation is on record: calls with proven prices run in parallel (docs/decisions/0059). */
async function provePrices(url: string, started: Map<string, string>): Promise<void> {
  const first = await connect(url, 0);
  for (const { mark, args } of [search(0, -1), job(0, -1)]) {
    const { job: begun } = await first.call('call_paid', args);
    if (begun) started.set(begun.job_id, mark);
  }
  await first.close();
}

const connect = (url: string, at: number): Promise<Connection> =>
  eraOf(at) === '2026-07-28' ? modern(url) : older(url);

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
