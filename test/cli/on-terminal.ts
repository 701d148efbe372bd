import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { bin, runHere } from './program.ts';

/** A terminal of util-linux; the tests of a terminal are skipped where there is none. */
export const hasTerminal = existsSync('/usr/bin/script');

interface Seat {
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

interface TypingSeat extends Seat {
  /** Called with all that was written so far; what it returns is typed. */
  readonly type?: (shown: string) => string | undefined;
}

const ofTerminal = { LANG: 'C.UTF-8', TERM: 'xterm' };

/** The program's output on a terminal, with line ends as in a file. */
export function onTerminal(
  args: readonly string[],
  { columns = 80, env = {}, type }: TypingSeat = {},
): Promise<string> {
  const quoted = [process.execPath, bin, ...args].map((part) => `'${part}'`).join(' ');
  const child = spawn('/usr/bin/script', ['-qec', `stty cols ${columns} rows 30; ${quoted}`, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', ...ofTerminal, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const typed = type?.(shown);
    if (typed !== undefined) child.stdin.write(typed);
  });
  return new Promise((done) => child.on('close', () => done(shown.replaceAll('\r\n', '\n'))));
}

/** The same by the program in this process, for what is not about the process. */
export async function onTerminalHere(args: readonly string[], { columns = 80, env = {} }: Seat = {}): Promise<string> {
  return (await runHere(args, { columns, env: { ...ofTerminal, ...env } })).stdout;
}
