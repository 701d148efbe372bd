import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { guardTerminal } from '../../src/cli/terminal/guard-terminal.ts';
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

export interface Line {
  readonly [name: string]: unknown;
}

/** What a command printed as JSON, line by line. */
export const linesOf = ({ stdout }: Pick<Ended, 'stdout'>): Line[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

export const lastOf = (ended: Pick<Ended, 'stdout'>): Line => linesOf(ended).at(-1) ?? {};

/** The settings of a process whose platform is the embedded one, on fast time. */
export const onSandbox = (budget: string): Readonly<Record<string, string>> => ({
  VISIBILITY_SANDBOX: 'true',
  VISIBILITY_SANDBOX_SPEED: '1000',
  VISIBILITY_BUDGET: budget,
});

/** A program for `run`, in a folder of its own. */
export function fileOf(code: string): string {
  const file = join(temporaryFolder(), 'program.ts');
  writeFileSync(file, code);
  return file;
}

/** The command line of a read. */
export const read = (operation: string, input: object): string[] => [
  'call',
  'call_read',
  JSON.stringify({ operation, arguments: input }),
];

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const environment = (env: Readonly<Record<string, string>>): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name))),
  XDG_STATE_HOME: env['XDG_STATE_HOME'] ?? temporaryFolder(),
  ...env,
});

type Printed = Record<'stdout' | 'stderr', string>;

interface Here extends Pick<Start, 'env' | 'cwd'> {
  /** Of the terminal that both streams are: what it shows is all in `stdout`. Absent: each is a pipe. */
  readonly columns?: number;
}

/**
 * As `runProgram`, in this process: for tests of a command line that are not about the process. Not for several at a time where
 * they differ in folder or environment.
 */
export async function runHere(
  args: readonly string[],
  { env = {}, cwd = process.cwd(), columns }: Here = {},
): Promise<Ended> {
  const own = { env: { ...process.env }, cwd: process.cwd(), argv: process.argv };
  const printed = { stdout: '', stderr: '' };
  const restore = columns === undefined ? throughPipes(printed) : throughTerminal(columns, printed);
  process.argv = [process.execPath, bin, ...args];
  process.chdir(cwd);
  setEnvironment(environment(env));
  try {
    return { code: await run(args, new AbortController().signal), ...printed };
  } finally {
    process.argv = own.argv;
    process.chdir(own.cwd);
    setEnvironment(own.env);
    restore();
  }
}

const streams = ['stdout', 'stderr'] as const;

function throughPipes(printed: Printed): () => void {
  const listeners = process.stdout.listeners('error');
  const spies = streams.map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text, ...rest: unknown[]) => {
      printed[stream] += String(text);
      const written = rest.at(-1);
      if (typeof written === 'function') written();
      return true;
    }),
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void);
  };
}

/** Terminals in place of both streams, guarded as the program guards its own. */
function throughTerminal(columns: number, printed: Printed): () => void {
  const own = streams.map((name) => Object.getOwnPropertyDescriptor(process, name) ?? {});
  for (const name of streams) {
    const stream = new Writable({
      write(chunk, _, done) {
        printed.stdout += String(chunk);
        done();
      },
    });
    guardTerminal(Object.assign(stream, { isTTY: true, columns }) as unknown as NodeJS.WriteStream);
    Object.defineProperty(process, name, { value: stream, configurable: true });
  }
  return () => streams.forEach((name, at) => Object.defineProperty(process, name, own[at] ?? {}));
}

/** Variable by variable: an object in place of the environment would not reach `os.homedir`. */
function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
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
