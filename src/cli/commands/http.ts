import { authModeOf, callersDiffer } from '../../config/auth-mode.ts';
import { defaultHttpLimits } from '../../server/http-entry/http-limits.ts';
import { createReadiness } from '../../server/http-entry/readiness.ts';
import { laterMeter } from '../../server/metrics/later-meter.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { serveMetrics } from '../../server/metrics/serve-metrics.ts';
import { createShutdown } from '../../server/shutdown.ts';
import { createServerFactory } from '../../server/create-server-factory.ts';
import { serveOverHttp } from '../../server/transports/http.ts';
import { parseListen } from '../../server/transports/listen-address.ts';
import { maxWaitSeconds as maxHostWait } from '../../tools/calling/wait-argument.ts';
import { compose } from '../compose.ts';
import { openCallers } from '../open-callers.ts';
import { textOption, type Command } from '../command.ts';
import { scopesFor } from '../scopes-for.ts';
import { createObserver } from '../observer.ts';
import { print } from '../print.ts';
import { untilStopped } from '../until-stopped.ts';
import { within } from '../within.ts';

/** Milliseconds from the signal, all below the 5 s within which the process ends. */
const shutdownTimes = { endWaitsMs: 2_000, giveUpMs: 3_000 };
const drainMs = 3_300;
const allMs = 4_400;
const serverCloseMs = 500;

export const http: Command = {
  usage: 'http [--listen 127.0.0.1:3917] [options]',
  about: `MCP over Streamable HTTP at /mcp, with /healthz (alive) and /readyz (state and platform reachable) beside it. The first line on stdout is {"url": "http://…/mcp"}.
Only this machine may connect, unless VISIBILITY_HTTP_TOKEN is set: then every request must carry it as a bearer token.
With --auth oauth, callers sign in with their platform token once, and hosts get tokens of this server for them.
With --auth platform, every request carries its caller's own platform token, and callers see nothing of each other.
A caller may narrow what the operator allows: headers Visibility-Budget, Visibility-Read-Only, Visibility-Toolsets.
With VISIBILITY_EVENTS_SECRET, the platform's signed deliveries are taken at /events: waits for jobs end at once.
--metrics-listen serves /metrics for Prometheus on an address of its own, which the first line then names as well.`,
  options: {
    listen: { type: 'string', value: 'HOST:PORT', says: 'where to listen, default 127.0.0.1:3917; port 0 takes any' },
  },
  async run(invocation) {
    const { config, clock, stop } = invocation;
    const listen = parseListen(textOption(invocation, 'listen') ?? '127.0.0.1:3917');
    const mode = authModeOf(config, listen.host);
    const shutdown = createShutdown(clock);
    const { endWaits } = shutdown;
    const metricsListen = config.metricsListen === undefined ? undefined : parseListen(config.metricsListen);
    // What is counted is known once the server stands.
    let metrics: Metrics | undefined;
    const meter = metricsListen && laterMeter(() => metrics?.meter);
    const { offer, onDefect, onTransportError, onRequest, close } = await compose(config, {
      endWaits,
      clock,
      open: async () =>
        (await import('../open-client.ts')).openClient(config, {
          endWaits,
          clock,
          meter,
          state: () => observer.state(),
        }),
    });
    // Over HTTP the client may be on another machine, and its paths would name files of this one.
    const factory = createServerFactory(offer, {
      consent: config,
      giveUp: shutdown.giveUp,
      onDefect,
      onTransportError,
      clock,
    });
    const { httpToken, publicUrl, maxWaitSeconds = maxHostWait } = config;
    const callers = callersDiffer(mode)
      ? await openCallers(config, {
          clock,
          shutdown,
          meter,
          maxSubscriptions: defaultHttpLimits.maxSubscriptions,
          onError: onTransportError,
        })
      : undefined;
    const observer = createObserver(config, callers?.state);
    const server = await serveOverHttp(factory, {
      listen,
      maxWaitSeconds,
      clock,
      onError: onTransportError,
      onRequest,
      ...(config.eventsSecret ? { receive: observer.receiver(config.eventsSecret) } : {}),
      ready: createReadiness(observer.checks, clock),
      ...(mode === 'token' && httpToken ? { token: httpToken } : {}),
      ...(publicUrl ? { publicUrl } : {}),
      ...(callers ? { callers, scopesFor: scopesFor(offer.lists) } : {}),
      ...(callers?.pages ? { pages: callers.pages } : {}),
    });
    metrics = metricsListen && observer.metrics(server.figures);
    const metricsServer = metrics && metricsListen ? await serveMetrics(metrics, metricsListen) : undefined;
    // The state goes last: what clients still have to write comes before.
    const closeAll = async (): Promise<void> => {
      await Promise.all([close(), callers?.close(), metricsServer?.close()]);
      await observer.close();
    };
    await print(JSON.stringify({ url: server.url, ...(metricsServer ? { metrics: metricsServer.url } : {}) }));
    await untilStopped(clock, stop);
    shutdown.begin(shutdownTimes);
    const began = clock.steady();
    await server.drain(AbortSignal.timeout(drainMs));
    await within(clock, serverCloseMs, server.close());
    await within(clock, allMs - (clock.steady() - began), closeAll());
    return 0;
  },
};
