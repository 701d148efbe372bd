import { config } from 'zod/v4/core';
import { run } from './cli/run.ts';

/**
 * The program: one command line from start to end. The process leaves with the command's exit
 * code as soon as what it printed has been taken, whatever handles are still open.
 */
// zod would compile each object schema at its first use. A program that mostly checks a few arguments
// and leaves gets nothing back for that time.
config({ jitless: true });

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The first asks to end in order; the second, by default, ends at once.
  process.once(signal, () => stop.abort(signal));
}

const code = await run(process.argv.slice(2), stop.signal).catch((error: unknown) => {
  process.stderr.write(`visibility-mcp: unexpected: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
// The write is called back also when the pipe is broken.
process.stdout.write('', () => process.exit(code));
