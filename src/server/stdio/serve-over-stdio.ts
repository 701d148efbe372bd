import type { Readable, Writable } from 'node:stream';
import { serveStdio, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import type { ServerFactory } from '../protocol/create-server-factory.ts';
import type { Clock } from '../../base/index.ts';
import { stdioTransport, type StdioTimes } from './stdio-transport.ts';
import type { Shutdown } from '../protocol/shutdown.ts';

export interface StdioOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  readonly shutdown: Shutdown;
  readonly times: StdioTimes;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves MCP on stdin and stdout until stdin ends, the pipe breaks or `stop` is aborted; requests in progress are answered
 * first. Both revisions of the protocol are served: the client's first message decides which.
 */
export async function serveOverStdio(
  factory: ServerFactory,
  { stdin, stdout, stop, shutdown, times, clock, onError }: StdioOptions,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const transport = stdioTransport(stdin, stdout, {
    clock,
    times,
    onEnding: (ending) => shutdown.begin(ending),
    onClosed: ended.resolve,
  });
  const connection: StdioServerHandle = serveStdio(() => factory(transport.acknowledgements), {
    legacy: 'serve',
    transport,
    onerror: onError,
  });
  stop.addEventListener('abort', () => transport.stop(), { once: true });
  if (stop.aborted) transport.stop();
  await ended.promise;
  await connection.close();
}
