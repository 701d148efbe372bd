import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { attack } from '../test/support/network/hostile-connections.ts';
import { program } from './program.ts';
import { median, type Row } from './table.ts';
import type { TrueClient } from './true-client.ts';

const connections = 2_000;
const token = 'a-token-of-more-than-thirty-two-characters';

/** How long a true client waits for the tool list while a server with a heap of 256 MB is under hostile connections of every kind. */
export async function hostile(): Promise<Row[]> {
  return [
    await underAttack('with a token', { VISIBILITY_HTTP_TOKEN: token }),
    await underAttack('without a token', {}),
  ];
}

async function underAttack(which: string, settings: Record<string, string>): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-hostile-'));
  const server = spawn(process.execPath, [program, 'http', '--listen', '127.0.0.1:0'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_OPTIONS: '--max-old-space-size=256',
      VISIBILITY_SANDBOX: '1',
      VISIBILITY_STATE: join(folder, 'state.db'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const url = await urlOf(server.stdout);
    const client = new Worker(new URL('./true-client.ts', import.meta.url), {
      workerData: {
        url,
        token,
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        expected: '"tools"',
      } satisfies TrueClient,
    });
    await once(client, 'message');
    const attacks = await Promise.all([attack({ url, token }, connections / 2), attack({ url }, connections / 2)]);
    await setTimeout(3_000);
    client.postMessage('enough');
    const [waits] = (await once(client, 'message')) as [number[]];
    attacks.forEach(({ end }) => end());
    const longest = Math.max(...waits);
    return {
      what: `longest answer under ${connections} hostile connections, ${which}`,
      measured: `${longest.toFixed(0)} ms (median of ${waits.length}: ${median(waits).toFixed(0)} ms; ${await peakMegabytes(server.pid)} MB)`,
      bar: '≤ 500 ms',
      held: longest <= 500,
    };
  } finally {
    server.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** The most memory the process has taken so far, as the kernel counts it. */
export async function peakMegabytes(pid: number | undefined): Promise<string> {
  const peak = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(peak) / 1024).toFixed(0);
}

/** The address in the first line of a server. */
export async function urlOf(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) return (JSON.parse(line) as { url: string }).url;
  throw new Error('the server did not start');
}
