import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Inline {
  readonly child: ChildProcess;
  /** Resolves when the process has said this on stdout. */
  received(words: string): Promise<void>;
  /** Everything it said, once it has ended by itself. Rejects if it failed. */
  readonly ended: Promise<string>;
}

const openState = JSON.stringify(new URL('../../src/state/open-state.ts', import.meta.url).href);

/** Runs a few lines in a process of their own; `openState` and its arguments, `args`, are at hand. */
export function inline(program: string, ...args: string[]): Inline {
  const source = `import { openState } from ${openState};\nconst args = process.argv.slice(1);\n${program}`;
  const command = ['--no-warnings', '--input-type=module', '-e', source, '--', ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const waiting = new Set<() => void>();
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    for (const look of waiting) look();
  });
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`the process ended with ${code}: ${output}`);
    return output.trim();
  });
  ended.catch(() => undefined);
  return {
    child,
    ended,
    received: (words) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!output.includes(words)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
