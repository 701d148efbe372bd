import { config as configureZod } from 'zod/v4/core';
import { authModeOf } from '../../app/config/auth-mode.ts';
import { callersDiffer } from '../../server/http/auth-mode.ts';
import { isPostgresAddress } from '../../base/postgres-address.ts';
import { callerBounds } from '../../server/http/bounds.ts';
import { homePage } from '../../server/http/pages/home-page.ts';
import { languageOf } from '../../server/http/pages/language.ts';
import { refusedVisitPage } from '../../server/http/pages/notice-page.ts';
import { createReadiness } from '../../server/http/readiness.ts';
import { createMetrics, type Metrics } from '../../server/http/metrics/metrics.ts';
import { serveMetrics } from '../../server/http/metrics/serve-metrics.ts';
import { createShutdown } from '../../server/shutdown.ts';
import { createServerFactory } from '../../server/create-server-factory.ts';
import { serveOverHttp } from '../../server/http/serve-over-http.ts';
import { parseListen } from '../../server/http/listen-address.ts';
import { servedConfig } from '../../app/config/one-account.ts';
import { reportsOf } from '../../app/compose.ts';
import { serve } from '../../app/serve.ts';
import { openRunFailover } from '../../app/open-run-failover.ts';
import { openCallers } from '../../app/open-callers.ts';
import { textOption, type Command, type Invocation } from '../command.ts';
import { createObserver, type Receive } from '../../app/observer.ts';
import { printJson } from '../output/print.ts';
import { untilStopped } from '../until-stopped.ts';
import { spelledBudget } from '../../client/money/budget-presets.ts';
import { version } from '../../app/version.ts';
import { sharedMemory } from '../../app/shared-memory.ts';
import { within } from '../../app/within.ts';

/** Milliseconds of a shutdown, from the signal on: all below the 5 s after which the process ends in any case. */
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
    listen: { value: 'HOST:PORT', says: 'where to listen, default 127.0.0.1:3917; port 0 takes any' },
  },
  ofSeveral: true,
  async run(invocation) {
    // A server validates the same kinds of messages again and again, so compiling their schemas pays.
    configureZod({ jitless: false });
    await serveCallers(invocation, printJson);
    return 0;
  },
};

/**
 * Serves the program over HTTP until it is asked to end.
 *
 * @param announce is given the addresses once the server listens
 */
export async function serveCallers(
  invocation: Invocation,
  announce: (addresses: Addresses) => Promise<void>,
): Promise<void> {
  const { clock, stop } = invocation;
  const config = servedConfig(invocation.config);
  const listen = parseListen(textOption(invocation, 'listen') ?? '127.0.0.1:3917');
  const mode = authModeOf(config, listen.host);
  const shutdown = createShutdown(clock);
  const bounds = callerBounds();
  const { endWaits } = shutdown;
  const metricsListen = config.metricsListen === undefined ? undefined : parseListen(config.metricsListen);
  const { onDefect, onTransportError, onRequest, onEvent } = reportsOf(config);
  const metrics = metricsListen && createMetrics();
  const callers = callersDiffer(mode)
    ? await openCallers(config, {
        mode,
        clock,
        lookups: bounds.lookups,
        shutdown,
        meter: metrics?.meter,
        onError: onTransportError,
      })
    : undefined;
  const observer = createObserver(config, clock, callers?.state);
  // Where callers differ, runs belong to the callers' services, which have their own failover.
  const failover = callers
    ? undefined
    : openRunFailover<AccountOfRun>(config, { mode, state: observer.state, clock, onError: onDefect });
  const { offer, of, close } = await serve(config, {
    endWaits,
    clock,
    meter: metrics?.meter,
    state: observer.state,
    enqueue: failover && ((run, account) => failover.add(run, account === undefined ? null : { account })),
  });
  // No `files`: the client may be on another machine, where its paths would name files of this one.
  const factory = createServerFactory(offer, {
    consent: config,
    memory: sharedMemory(observer.state, clock),
    giveUp: shutdown.giveUp,
    onDefect,
    onTransportError,
    clock,
  });
  const { httpToken, publicUrl, replica } = config;
  const receive = config.eventsSecrets && observer.receiver(config.eventsSecrets);
  const ready = createReadiness(observer.checks, clock);
  const server = await serveOverHttp(factory, {
    listen,
    bounds,
    clock,
    onError: onTransportError,
    onRequest,
    receive: receive && metrics ? countingDeliveries(receive, metrics) : receive,
    ready,
    site: {
      home: async (headers, endpoint) =>
        homePage(
          { language: languageOf(headers) },
          { endpoint, mode, readiness: mode === 'token' ? undefined : await ready() },
        ),
      refusal: (headers, status) => refusedVisitPage({ language: languageOf(headers) }, status),
    },
    token: mode === 'token' ? httpToken : undefined,
    publicUrl,
    replica,
    callers,
    pages: callers?.pages,
  });
  const sources = { store: observer.figures, server: server.figures };
  const metricsServer = metrics && metricsListen ? await serveMetrics(metrics, sources, metricsListen) : undefined;
  failover?.begin(async (run, owner) => (await of(owner?.account).runs()).takeOver(run));
  callers?.failover?.begin(callers.takeOver);
  await announce({ url: server.url, metrics: metricsServer?.url });
  onEvent('started', {
    version,
    url: server.url,
    auth: mode,
    store: isPostgresAddress(config.state) ? 'postgres' : 'sqlite',
    replica,
    limits: spelledBudget(config.defaultBudget?.limits ?? config.budget) || 'none',
    read_only: config.readOnly,
  });
  await untilStopped(clock, stop);
  // Stopped first: the runs that this server now releases are for other servers to continue.
  onEvent('draining', server.figures());
  const stopped = (failover ?? callers?.failover)?.stop();
  shutdown.begin(shutdownTimes);
  const began = clock.steady();
  await server.drain(AbortSignal.timeout(drainMs));
  await within(clock, serverCloseMs, server.close());
  // The state closes last, after the clients have written their records.
  const closeAll = async (): Promise<void> => {
    await stopped;
    await Promise.all([close(), callers?.close(), metricsServer?.close()]);
    await failover?.close();
    await observer.close();
  };
  await within(clock, allMs - (clock.steady() - began), closeAll());
  onEvent('stopped', { ms: Math.round(clock.steady() - began) });
}

interface Addresses {
  readonly url: string;
  readonly metrics: string | undefined;
}

/** The account that a run works in; null where there is only one account. */
type AccountOfRun = { readonly account: string } | null;

/** Counts the deliveries by their answers. */
const countingDeliveries =
  (receive: Receive, metrics: Metrics): Receive =>
  async (headers, body) => {
    const status = await receive(headers, body);
    metrics.delivery(status);
    return status;
  };
