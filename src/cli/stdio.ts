import { createServerFactory } from '../server/create-server-factory.ts';
import { serveOverStdio } from '../server/stdio.ts';
import type { Command } from './command.ts';
import { compose } from './compose.ts';

/** No command: MCP on stdin and stdout, or for a person on a terminal what that means. */
export const stdio: Command = {
  usage: '[options]',
  about: 'MCP on stdin and stdout',
  async run({ config, stop }) {
    if (process.stdin.isTTY) {
      const [{ explain }, { print }] = await Promise.all([import('./explain.ts'), import('./print.ts')]);
      await print(explain());
      return 0;
    }
    const { offer, onDefect, onTransportError, close } = await compose(config);
    const factory = createServerFactory(offer, { consent: config, localFiles: true, onDefect, onTransportError });
    await serveOverStdio(factory, stop, onTransportError);
    await within(3000, close());
    return 0;
  },
};

/** Leaving in order has its limit: the host is gone, and what matters is on disk already. */
const within = (ms: number, work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms).unref())]);
