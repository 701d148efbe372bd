import { createServerFactory } from '../server/protocol/create-server-factory.ts';
import { createShutdown } from '../server/protocol/shutdown.ts';
import { serveOverStdio, type StdioOptions } from '../server/stdio/serve-over-stdio.ts';
import { compose } from './compose.ts';
import type { Config } from './config/config.ts';
import { servedConfig } from './config/one-account.ts';
import { reportsOf } from './log.ts';
import { hostWaitSeconds, recordMs, stdioTimes } from './times.ts';
import { within } from '../base/within.ts';

/** Serves the configured program to a host over two pipes. */
export async function serveHost(
  config: Config,
  { clock, ...pipes }: Omit<StdioOptions, 'shutdown' | 'times' | 'onError'>,
): Promise<void> {
  const shutdown = createShutdown(clock);
  const { endWaits, giveUp } = shutdown;
  const { onDefect, onTransportError } = reportsOf(config);
  const { offer, close } = await compose(servedConfig(config), { endWaits, clock, outFolder: config.outFolder });
  const files = { folders: config.files };
  const factory = createServerFactory(offer, {
    consent: config,
    files,
    giveUp,
    onDefect,
    onTransportError,
    hostWaitSeconds,
    clock,
  });
  await serveOverStdio(factory, { ...pipes, clock, shutdown, times: stdioTimes, onError: onTransportError });
  // The wait is bounded: the host is gone, and all records are on disk already.
  await within(clock, recordMs, close());
}
