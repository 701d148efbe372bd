import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { attack } from '../test/support/hostile-connections.ts';

/**
 * `node bench/hostile.ts [connections]`: a server with a heap of 256 MB under hostile connections of every kind, with and
 * without a token. Prints how long a true client waited meanwhile, and the most memory the server took.
 */
const count = Number(process.argv[2] ?? 2_000);
const token = 'a-token-of-more-than-thirty-two-characters';
const folder = mkdtempSync(join(tmpdir(), 'visibility-hostile-'));

for (const guarded of [true, false]) {
  const server = spawn(
    process.execPath,
    [resolve(import.meta.dirname, '../bin/visibility-mcp.js'), 'http', '--listen', '127.0.0.1:0'],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_OPTIONS: '--max-old-space-size=256',
        VISIBILITY_SANDBOX: '1',
        VISIBILITY_STATE: join(folder, `${guarded}.db`),
        ...(guarded ? { VISIBILITY_HTTP_TOKEN: token } : {}),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(server, 'exit');
  const url = await urlOf(server.stdout);
  const client = new Worker(new URL('./true-client.ts', import.meta.url), { workerData: { url, token } });
  await once(client, 'message');
  const attacks = await Promise.all([attack({ url, token }, count / 2), attack({ url }, count / 2)]);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  client.postMessage('enough');
  const [waits] = (await once(client, 'message')) as [number[]];
  attacks.forEach(({ end }) => end());
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
  waits.sort((a, b) => a - b);
  console.log(
    `${count} hostile connections ${guarded ? 'against a token' : 'without a token'}: ${waits.length} true requests, median ${waits[waits.length >> 1]?.toFixed(0)} ms, longest ${waits.at(-1)?.toFixed(0)} ms, peak memory ${Math.round(Number(peak) / 1024)} MB`,
  );
  server.kill('SIGKILL');
  await ended;
}
rmSync(folder, { recursive: true, force: true });

async function urlOf(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) return (JSON.parse(line) as { url: string }).url;
  throw new Error('the server did not start');
}
