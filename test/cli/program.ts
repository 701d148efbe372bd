import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished, vi } from 'vitest';
import { run as runCommand } from '../../src/cli/index.ts';
import { guardTerminal } from '../../src/cli/terminal/guard-terminal.ts';
import {
  bin,
  environment,
  run,
  start as startProcess,
  type Ended,
  type Running,
  type Start,
} from '../mcp/support/run.ts';
import { folder } from '../mcp/support/scope.ts';

export { bin, type Ended };

const scope = { onTestFinished };

export interface Line {
  readonly [name: string]: unknown;
}

/** The JSON output of a command, line by line. */
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
export const temporaryFolder = (): string => folder(scope);

/** Starts the program with its own state folder and without the settings of this process. */
export const start = (args: readonly string[], options?: Start): Running => startProcess(scope, args, options);

/** Runs the program to its end. */
export const runProgram = (args: readonly string[], options?: Start): Promise<Ended> => run(scope, args, options);

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
  setEnvironment(environment(scope, env));
  try {
    return { code: await runCommand(args, new AbortController().signal), ...printed };
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
