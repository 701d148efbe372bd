import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { endProcess } from '../support/processes/end-process.ts';
import { isSetting } from '../support/processes/is-setting.ts';

/** The file a host starts. */
export const bin = resolve(import.meta.dirname, '../../bin/visibility-mcp.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** Resolves with the first whole line on stdout. */
  readonly firstLine: Promise<string>;
}

export interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly node?: string;
  readonly cwd?: string;
}

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const environment = (env: Readonly<Record<string, string>>): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name))),
  XDG_STATE_HOME: temporaryFolder(),
  ...env,
});

/** As `runProgram`, in this process: for tests of a command line that are not about the process. */
export async function runHere(args: readonly string[], { env = {} }: Pick<Start, 'env'> = {}): Promise<Ended> {
  const [own, listeners] = [process.env, process.stdout.listeners('error')];
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  process.env = environment(env);
  try {
    return { code: await run(args, new AbortController().signal), ...printed };
  } finally {
    process.env = own;
    for (const spy of spies) spy.mockRestore();
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void);
  }
}

/** Starts the program, with a state folder of its own and nothing of this process's settings. */
export function start(args: readonly string[], { env = {}, node = process.execPath, cwd }: Start = {}): Running {
  const child = spawn(node, [bin, ...args], { cwd, env: environment(env) });
  onTestFinished(() => endProcess(child));
  child.stdin.on('error', () => {});
  let [stdout, stderr] = ['', ''];
  const line = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    const end = stdout.indexOf('\n');
    if (end >= 0) line.resolve(stdout.slice(0, end));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, stdout, stderr })));
  void ended.then(() => line.reject(new Error(`ended without a line: ${stderr}`)));
  line.promise.catch(() => {});
  return { child, ended, firstLine: line.promise };
}

/** Runs the program to its end. */
export function runProgram(args: readonly string[], options: Start = {}): Promise<Ended> {
  const { child, ended } = start(args, options);
  child.stdin.end(options.input ?? '');
  return ended;
}
