import { Console } from 'node:console';
import { realpathSync } from 'node:fs';
import { serveHost } from '../../app/serve-stdio.ts';
import type { Command } from '../command/command.ts';

/** The program without a command: MCP on stdin and stdout. On a terminal it prints how a host starts it instead. */
export const stdio: Command = {
  usage: '[options]',
  about: 'MCP on stdin and stdout',
  async run({ config, clock, stop }) {
    if (process.stdin.isTTY) {
      const { print } = await import('../output/print.ts');
      await print(howToStart(realpathSync(process.argv[1] ?? 'visibility-mcp')));
      return 0;
    }
    // stdout is only for the protocol.
    globalThis.console = new Console(process.stderr);
    // When the host is gone, stderr is closed, too.
    process.stderr.on('error', () => {});
    await serveHost(config, { stdin: process.stdin, stdout: process.stdout, clock, stop });
    return 0;
  },
};

/** For a person who started the server on a terminal. */
const howToStart = (
  program: string,
): string => `visibility-mcp speaks MCP on stdin and stdout: a host starts it, not a person.

visibility-mcp install CLIENT adds it to a known host; docs/clients.md lists them. Any other host starts
  node ${program}

Without VISIBILITY_API_TOKEN it serves an embedded sandbox: everything works, nothing is real.
For an account set VISIBILITY_API_URL, VISIBILITY_API_TOKEN_FILE and VISIBILITY_BUDGET=standard (200/day,100/call).

visibility-mcp doctor checks an installation; visibility-mcp --help lists commands and settings.`;
