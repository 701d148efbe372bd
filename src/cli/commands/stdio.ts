import { Console } from 'node:console';
import { createServerFactory } from '../../server/create-server-factory.ts';
import { createShutdown } from '../../server/shutdown.ts';
import { serveOverStdio, type StdioOptions } from '../../server/stdio/serve-over-stdio.ts';
import type { Command } from '../command.ts';
import type { Config } from '../../app/config/config.ts';
import { servedConfig } from '../../app/config/one-account.ts';
import { reportsOf } from '../../app/compose.ts';
import { serve } from '../../app/serve.ts';
import { within } from '../../app/within.ts';

/** Milliseconds at the end in which answers of the platform that are still on their way can be recorded. */
const closeMs = 2_000;

/** The program without a command: MCP on stdin and stdout. On a terminal it prints how a host starts it instead. */
export const stdio: Command = {
  usage: '[options]',
  about: 'MCP on stdin and stdout',
  async run({ config, clock, stop }) {
    if (process.stdin.isTTY) {
      const [{ explain }, { print }] = await Promise.all([
        import('../output/explain.ts'),
        import('../output/print.ts'),
      ]);
      await print(explain());
      return 0;
    }
    // Nothing but the protocol goes to stdout.
    globalThis.console = new Console(process.stderr);
    // A host that went away takes stderr with it.
    process.stderr.on('error', () => {});
    await serveHost(config, { stdin: process.stdin, stdout: process.stdout, clock, stop });
    return 0;
  },
};

/** Serves the program, as configured, to a host at the other end of two pipes. */
export async function serveHost(
  config: Config,
  { clock, ...pipes }: Omit<StdioOptions, 'shutdown' | 'onError'>,
): Promise<void> {
  const shutdown = createShutdown(clock);
  const { onDefect, onTransportError } = reportsOf(config);
  const { offer, close } = await serve(servedConfig(config), {
    endWaits: shutdown.endWaits,
    clock,
    outFolder: config.outFolder,
  });
  const factory = createServerFactory(offer, {
    consent: config,
    files: { folders: config.files },
    giveUp: shutdown.giveUp,
    onDefect,
    onTransportError,
    clock,
  });
  await serveOverStdio(factory, { ...pipes, clock, shutdown, onError: onTransportError });
  // The wait is bounded: the host is gone, and all records are on disk already.
  await within(clock, closeMs, close());
}
