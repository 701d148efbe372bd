import { Console } from 'node:console';
import { serveHost } from '../../app/serve-stdio.ts';
import type { Command } from '../command/command.ts';

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
