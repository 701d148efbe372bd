import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { program } from './program.ts';
import { median, type Row } from './table.ts';

const runs = 25;

/** From spawn to an answered `tools/list`, and the memory held then, against a Node that does nothing. */
export async function startUp(): Promise<Row[]> {
  const bare: number[] = [];
  const served: number[] = [];
  const bareMemory: number[] = [];
  const servedMemory: number[] = [];
  await serve();
  for (let run = 0; run < runs; run++) {
    bare.push(await exits());
    const { ms, rss } = await serve();
    served.push(ms);
    servedMemory.push(rss);
    bareMemory.push(await idles());
  }
  const ratio = median(served) / median(bare);
  const memory = median(servedMemory) / median(bareMemory);
  return [
    {
      what: 'spawn → tools/list answered',
      measured: `${median(served).toFixed(0)} ms`,
      floor: `node -e 0: ${median(bare).toFixed(0)} ms`,
      ratio,
      bar: '≤ 3',
      held: ratio <= 3,
    },
    {
      what: 'resident memory then',
      measured: `${median(servedMemory).toFixed(0)} MB`,
      floor: `bare node: ${median(bareMemory).toFixed(0)} MB`,
      ratio: memory,
      bar: '≤ 2',
      held: memory <= 2,
    },
  ];
}

const messages = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
];

function serve(): Promise<{ ms: number; rss: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    let printed = '';
    child.on('error', reject);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (
        !printed
          .split('\n')
          .slice(0, -1)
          .some((line) => line.includes('"id":2'))
      )
        return;
      const ms = performance.now() - began;
      const rss = residentMegabytes(child.pid as number);
      child.stdin.end();
      child.on('exit', () => resolve({ ms, rss }));
    });
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  });
}

/** Milliseconds a Node that does nothing takes from spawn to exit. */
function exits(): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).on('exit', () => resolve(performance.now() - began));
  });
}

/** Megabytes that a Node which only waits for its stdin holds. */
function idles(): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); process.stdout.write("x")'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdout.once('data', () => {
      const rss = residentMegabytes(child.pid as number);
      child.stdin.end();
      child.on('exit', () => resolve(rss));
    });
  });
}

/** From the kernel's book, since a process asked for its own memory has to grow to answer. Linux only. */
function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
