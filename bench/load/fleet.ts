import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freshStore, type Engine } from '../../test/support/state/store.ts';
import { program } from '../program.ts';

/** Servers on one store. */
export interface Fleet extends AsyncDisposable {
  readonly urls: readonly string[];
  /** Resident memory of all of them together, in MB. */
  megabytes(): Promise<number>;
  /** Processor time that all of them together have taken so far, in milliseconds. */
  processorMs(): Promise<number>;
}

export interface FleetOptions {
  readonly engine: Engine;
  readonly replicas: number;
  /** Address of the platform. */
  readonly platform: string;
}

/** The program, with a caller for each platform token. */
export const programs = (options: FleetOptions): Promise<Fleet> =>
  start(options, (location) => ({
    args: [program, 'http', '--auth', 'platform', '--listen', '127.0.0.1:0'],
    env: {
      VISIBILITY_API_URL: options.platform,
      VISIBILITY_STATE: location,
      VISIBILITY_RATE: '100000',
      VISIBILITY_LOG_LEVEL: 'error',
    },
  }));

/** The SDK's server with the same work in its handler. */
export const bareServers = (options: FleetOptions): Promise<Fleet> =>
  start(options, (location) => ({
    args: [fileURLToPath(new URL('bare-process.ts', import.meta.url)), options.platform, location],
    env: {},
  }));

async function start(
  { engine, replicas }: FleetOptions,
  how: (location: string) => { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> },
): Promise<Fleet> {
  const store = await freshStore(engine);
  const { args, env } = how(store.location);
  const started: { readonly child: ChildProcess; readonly url: string }[] = [];
  // One after the other: the first creates the tables.
  for (let replica = 0; replica < replicas; replica++) started.push(await startProcess(args, env));
  const sumOf = async (read: (child: ChildProcess) => Promise<number>): Promise<number> =>
    (await Promise.all(started.map(({ child }) => read(child)))).reduce((sum, one) => sum + one, 0);
  return {
    urls: started.map(({ url }) => url),
    megabytes: () => sumOf(residentMegabytes),
    processorMs: () => sumOf(processorMs),
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map(({ child }) => stop(child)));
      await store[Symbol.asyncDispose]();
    },
  };
}

/** Starts a process that prints `{"url": …}` first. */
export async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout }))
    return { child, url: (JSON.parse(line) as { url: string }).url };
  throw new Error(`${args[0]} did not start`);
}

export async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Milliseconds in one tick of /proc, whose USER_HZ is 100 on all of Linux. */
const tickMs = 10;

async function processorMs({ pid }: ChildProcess): Promise<number> {
  const [utime = 0, stime = 0] = (await readFile(`/proc/${pid}/stat`, 'utf8'))
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (utime + stime) * tickMs;
}
