import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ProcessClock } from '../../support/clock/process-clock.ts';
import { endProcess } from '../../support/processes/end-process.ts';
import { scratch } from '../../support/state/scratch.ts';
import { folder, type Scope } from './scope.ts';

/** The file a host starts. */
export const bin = resolve(import.meta.dirname, '../../../bin/visibility-mcp.js');

export interface Start {
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The text that `run` writes to its stdin. */
  readonly input?: string;
  /** Another Node. */
  readonly node?: string;
  readonly cwd?: string;
  /** The time the process lives in; without one, the machine's. */
  readonly clock?: ProcessClock | undefined;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** The output on stderr so far. */
  stderr(): string;
  /** Resolves with the first whole line on stdout. */
  readonly firstLine: Promise<string>;
  readonly exit: Promise<Exit>;
  /** Resolves with all that was written. */
  readonly ended: Promise<Ended>;
}

/** A variable that decides how the program works: one of its own, or one of the network. */
const setting = /^(VISIBILITY_.*|(HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA)$/i;

/** This process's environment without any setting of the program, and with a state folder of its own. */
export function environment(scope: Scope, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !setting.test(name));
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    XDG_STATE_HOME: folder(scope, scratch),
    ...env,
  };
}

/** Starts the program in a process of its own, which ends with `scope`. */
export function start(
  scope: Scope,
  args: readonly string[],
  { env, node = process.execPath, cwd, clock }: Start = {},
): Running {
  const child = spawn(node, [bin, ...args], {
    cwd,
    env: { ...environment(scope, env), ...clock?.env },
    stdio: clock ? ['pipe', 'pipe', 'pipe', 'ipc'] : 'pipe',
  }) as ChildProcessWithoutNullStreams;
  scope.onTestFinished(() => endProcess(child));
  child.stdin.on('error', () => {});
  let [stdout, stderr] = ['', ''];
  const line = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    const end = stdout.indexOf('\n');
    if (end >= 0) line.resolve(stdout.slice(0, end));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as Exit);
  const ended = once(child, 'close').then(([code]) => ({ code, stdout, stderr }) as Ended);
  void ended.then(() => line.reject(new Error(`ended without a line: ${stderr}`)));
  line.promise.catch(() => {});
  return { child, stderr: () => stderr, firstLine: line.promise, exit, ended };
}

/** Runs the program to its end. */
export function run(scope: Scope, args: readonly string[], options: Start = {}): Promise<Ended> {
  const { child, ended } = start(scope, args, options);
  child.stdin.end(options.input ?? '');
  return ended;
}
