import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { worstPrograms } from '../test/programs/runs/support/worst-programs.ts';
import { peakMegabytes, urlOf } from './hostile.ts';
import { program } from './program.ts';
import { median, type Row } from './table.ts';
import type { TrueClient } from './true-client.ts';

/** As many as one caller may run at once. */
const atOnce = 3;

/** Further programs that an attacker has in mind, beside those of the tests. */
const large = [
  'const x = Array(1500).fill(Array(1000).fill({})); for (let n = 0; n < 40; n++) await platform.projects.list({}, { x }).catch(() => 0)',
  'return Array(400_000).fill(1)',
  "return Array.from({ length: 10_000 }, (_, n) => ({ n, a: 'x'.repeat(600), b: [n, n] }))",
];

const read =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call_read","arguments":{"operation":"projects.list","arguments":{}}}}';

/** How long others wait while one caller, who may only read, runs the worst programs there are. */
export async function hostilePrograms(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-programs-'));
  const env = { PATH: process.env['PATH'] ?? '' };
  const start = (args: readonly string[], settings: Record<string, string> = {}) =>
    spawn(process.execPath, [program, ...args], { env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
  const platform = start(['sandbox', '--rate', '0']);
  const server = start(['http', '--listen', '127.0.0.1:0', '--auth', 'platform'], {
    VISIBILITY_CODE: 'compute=2',
    VISIBILITY_API_URL: await urlOf(platform.stdout),
    VISIBILITY_STATE: join(folder, 'state.db'),
    VISIBILITY_RATE: '100000',
    VISIBILITY_LOG_LEVEL: 'silent',
  });
  try {
    const url = await urlOf(server.stdout);
    const threadsBefore = await threadsOf(server.pid);
    const health = await client({ url: url.replace('/mcp', '/healthz'), token: 'sandbox-guest', expected: '' });
    const reader = await client({ url, token: 'sandbox-guest', body: read, expected: '\\"ok\\":true' });
    await attack(url);
    const [healthWaits, readWaits] = [await health.end(), await reader.end()];
    const threads = (await threadsOf(server.pid)) - threadsBefore;
    const memory = await peakMegabytes(server.pid);
    return [
      row('/healthz', healthWaits, `; ${memory} MB, ${threads} threads more afterwards`),
      row('a read of another caller', readWaits, ''),
    ];
  } finally {
    for (const child of [server, platform]) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }
}

function row(what: string, waits: readonly number[], more: string): Row {
  const longest = Math.max(...waits);
  return {
    what: `longest answer while a caller runs the worst programs: ${what}`,
    measured: `${longest.toFixed(0)} ms (median of ${waits.length}: ${median(waits).toFixed(0)} ms${more})`,
    bar: '≤ 500 ms',
    held: longest <= 500,
  };
}

async function client(data: TrueClient): Promise<{ end(): Promise<number[]> }> {
  const worker = new Worker(new URL('./true-client.ts', import.meta.url), { workerData: data });
  await once(worker, 'message');
  return {
    async end() {
      worker.postMessage('enough');
      const [waits] = (await once(worker, 'message')) as [number[]];
      return waits;
    },
  };
}

/** Runs the programs and reads what they return, in every way there is. */
async function attack(url: string): Promise<void> {
  const codes = [...worstPrograms.map(([, code]) => code), ...large];
  const next = async (): Promise<void> => {
    for (let code = codes.shift(); code !== undefined; code = codes.shift()) {
      const { run } = await call(url, 'run_code', { code, wait_s: 60 });
      const id = run?.run_id;
      if (id === undefined) throw new Error('a program was not started');
      await Promise.all([
        call(url, 'job_wait', { job_id: id }),
        ask(url, 'resources/read', { uri: `visibility://runs/${id}` }),
      ]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  const sleeping = Array.from({ length: 60 }, () =>
    call(url, 'run_code', { code: 'await sleep(3_600_000)', wait_s: 0 }),
  );
  for (const { run } of await Promise.all(sleeping)) if (run) await call(url, 'run_code', { cancel: run.run_id });
}

interface RunAnswer {
  readonly run?: { readonly run_id: string } | undefined;
}

const call = async (url: string, name: string, given: object): Promise<RunAnswer> =>
  (await ask(url, 'tools/call', { name, arguments: given }))?.structuredContent ?? {};

async function ask(
  url: string,
  method: string,
  params: object,
): Promise<{ readonly structuredContent?: RunAnswer } | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer sandbox-owner',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}');
  return (JSON.parse(json) as { result?: { structuredContent?: RunAnswer } }).result;
}

/** Threads of a process, as the kernel counts them. */
const threadsOf = async (pid: number | undefined): Promise<number> => (await readdir(`/proc/${pid}/task`)).length;
