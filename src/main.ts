import { isatty } from 'node:tty';
import { config } from 'zod/v4/core';
import { flushMs, shutdownTimes } from './app/times.ts';
import { run } from './cli/index.ts';
import { flushSpans } from './base/traces.ts';

/** Runs one command line. The process ends with its exit code once its output has been read. */
// By default zod compiles each object schema at its first use, which is not worthwhile for a program that checks a few
// arguments and ends.
config({ jitless: true });

// Windows delivers no SIGTERM to a process: service managers send Ctrl+Break instead.
const signals: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  ...(process.platform === 'win32' ? (['SIGBREAK'] as const) : []),
];
const stop = new AbortController();
// The first signal begins an orderly end. A second one ends the process at once, by the system's default.
const shutDown = (signal: NodeJS.Signals): void => {
  for (const one of signals) process.off(one, shutDown);
  setTimeout(() => process.exit(), shutdownTimes.endMs).unref();
  stop.abort(signal);
};
for (const signal of signals) process.on(signal, shutDown);

// Any text may contain control sequences, so nothing is written to a terminal before it is guarded.
const terminals = [isatty(1) && process.stdout, isatty(2) && process.stderr].filter((stream) => stream !== false);
if (terminals.length > 0) {
  const { guardTerminal } = await import('./cli/terminal/guard-terminal.ts');
  terminals.forEach(guardTerminal);
}

const code = await run(process.argv.slice(2), stop.signal).catch((error: unknown) => {
  process.stderr.write(`visibility-mcp: unexpected: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
// The callback is also called when the pipe is broken, but not while nobody reads; therefore the timer.
setTimeout(() => process.exit(code), flushMs);
await flushSpans();
process.stdout.write('', () => process.exit(code));
