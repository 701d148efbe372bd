import { createShutdown } from '../../server/shutdown.ts';
import { createServerFactory } from '../../server/create-server-factory.ts';
import { serveOverHttp } from '../../server/transports/http.ts';
import { parseListen } from '../../server/transports/listen-address.ts';
import { compose } from '../compose.ts';
import { textOption, type Command } from '../command.ts';
import { print } from '../print.ts';
import { untilStopped } from '../until-stopped.ts';
import { within } from '../wait-at-most.ts';

/** Seconds: the longest that any host is known to wait. */
const longestWait = 600;

/** Milliseconds from the signal, all below the 5 s within which the process ends. */
const shutdownTimes = { endWaitsMs: 2_000, giveUpMs: 3_000 };
const drainMs = 3_300;
const allMs = 4_400;
const serverCloseMs = 500;

export const http: Command = {
  usage: 'http [--listen 127.0.0.1:3917] [options]',
  about: `MCP over Streamable HTTP at /mcp, with /healthz beside it. The first line on stdout is {"url": "http://…/mcp"}.
Only this machine may connect, unless VISIBILITY_HTTP_TOKEN is set: then every request must carry it as a bearer token.`,
  options: {
    listen: { type: 'string', value: 'HOST:PORT', says: 'where to listen, default 127.0.0.1:3917; port 0 takes any' },
  },
  async run(invocation) {
    const { config, clock, stop } = invocation;
    const listen = parseListen(textOption(invocation, 'listen') ?? '127.0.0.1:3917');
    const shutdown = createShutdown(clock);
    const { offer, onDefect, onTransportError, close } = await compose(config, { endWaits: shutdown.endWaits, clock });
    // Over HTTP the client may be on another machine, and its paths would name files of this one.
    const factory = createServerFactory(offer, {
      consent: config,
      giveUp: shutdown.giveUp,
      onDefect,
      onTransportError,
      clock,
    });
    const { httpToken: token, maxWaitSeconds = longestWait } = config;
    const server = await serveOverHttp(factory, {
      listen,
      maxWaitSeconds,
      clock,
      onError: onTransportError,
      ...(token ? { token } : {}),
    });
    await print(JSON.stringify({ url: server.url }));
    await untilStopped(clock, stop);
    shutdown.begin(shutdownTimes);
    const began = clock.steady();
    await server.drain(AbortSignal.timeout(drainMs));
    await within(clock, serverCloseMs, server.close());
    await within(clock, allMs - (clock.steady() - began), close());
    return 0;
  },
};
