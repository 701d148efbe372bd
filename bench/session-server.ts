import { hostWaitSeconds, idleMs } from '../src/app/times.ts';
import { systemClock } from '../src/base/clock.ts';
import { compose } from '../src/app/compose.ts';
import { readConfig } from '../src/app/config/config.ts';
import { createServerFactory } from '../src/server/protocol/create-server-factory.ts';
import { callerBounds } from '../src/server/http/bounds.ts';
import { serveOverHttp } from '../src/server/http/serve-over-http.ts';

/**
 * The server as `visibility-mcp http` composes it, without a limit on sessions. For each message of its parent, it collects
 * garbage and sends the bytes in use.
 */
const [state = '', sessions = ''] = process.argv.slice(2);
const { gc } = globalThis;
if (!gc) throw new Error('needs --expose-gc');
const onError = (error: unknown): void => console.error(error);
const { offer } = await compose(readConfig({}, { VISIBILITY_SANDBOX: '1', VISIBILITY_STATE: state }));
const server = await serveOverHttp(
  createServerFactory(offer, {
    consent: { unattended: false },
    clock: systemClock,
    onDefect: onError,
    onTransportError: onError,
    hostWaitSeconds,
  }),
  {
    listen: { host: '127.0.0.1', port: 0 },
    bounds: callerBounds(),
    idleMs,
    maxSessions: Number(sessions),
    clock: systemClock,
    onError,
  },
);
process.on('message', () => {
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.on('disconnect', () => process.exit(0));
process.send?.(server.url);
