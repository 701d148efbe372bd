import { Console } from 'node:console';
import { serveStdio, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import type { Server } from '@modelcontextprotocol/server';
import { answeringTransport } from './answering-transport.ts';
import type { Shutdown } from '../shutdown.ts';

export interface StdioTerms {
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  readonly shutdown: Shutdown;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves MCP on stdin and stdout until stdin ends, the pipe breaks or `stop` is aborted; what is under way then is
 * answered first. Both protocol eras are served; the client's first message decides.
 *
 * Nothing but the protocol goes to stdout: whoever calls `console.log` from here on writes to stderr.
 */
export async function serveOverStdio(factory: () => Server, { stop, shutdown, onError }: StdioTerms): Promise<void> {
  globalThis.console = new Console(process.stderr);
  const ended = Promise.withResolvers<void>();
  const transport = answeringTransport(process.stdin, process.stdout, {
    onEnding: (times) => shutdown.begin(times),
    onClosed: ended.resolve,
  });
  // A host that went away takes stderr with it; there is nobody left to be told.
  process.stderr.on('error', () => {});
  const connection: StdioServerHandle = serveStdio(factory, { legacy: 'serve', transport, onerror: onError });
  stop.addEventListener('abort', () => transport.stop(), { once: true });
  if (stop.aborted) transport.stop();
  await ended.promise;
  await connection.close();
}
