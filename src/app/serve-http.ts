import type { Clock } from '../base/index.ts';
import { once } from '../base/once.ts';
import { isPostgresAddress } from '../base/postgres-address.ts';
import { reach } from '../client/http/transport/reach.ts';
import { spelledBudget } from '../client/money/budget-presets.ts';
import { createServerFactory } from '../server/protocol/create-server-factory.ts';
import { callersDiffer } from '../server/http/auth-mode.ts';
import { callerBounds } from '../server/http/bounds.ts';
import { receiveDelivery } from '../server/http/events/receive-delivery.ts';
import type { HttpOptions } from '../server/index.ts';
import { parseListen } from '../server/http/listen-address.ts';
import { createMetrics, type Metrics, type StoreFigures } from '../server/http/metrics/metrics.ts';
import { serveMetrics } from '../server/http/metrics/serve-metrics.ts';
import { homePage } from '../server/http/pages/home-page.ts';
import { languageOf } from '../server/http/pages/page.ts';
import { createReadiness } from '../server/http/readiness.ts';
import { serveOverHttp } from '../server/http/serve-over-http.ts';
import { createShutdown } from '../server/protocol/shutdown.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/index.ts';
import { openCallers } from './callers.ts';
import { compose } from './compose.ts';
import { authModeOf } from './config/auth-mode.ts';
import type { Config } from './config/config.ts';
import { servedConfig } from './config/one-account.ts';
import { reportsOf } from './log.ts';
import { openRunFailover } from './open-runs.ts';
import { sharedMemory } from './shared-memory.ts';
import { hostWaitSeconds, idleMs, listenersMs, shutdownTimes } from './times.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { version } from './version.ts';
import { within } from '../base/within.ts';

export interface ServeHttpOptions {
  /** `HOST:PORT` to listen on. */
  readonly address: string;
  readonly clock: Clock;
  /** Aborted when the server should end. */
  readonly stop: AbortSignal;
  /** Called with the addresses once the server listens. */
  readonly announce: (addresses: { readonly url: string; readonly metrics: string | undefined }) => Promise<void>;
}

/** The account of a run; null if there is only one account. */
type AccountOfRun = { readonly account: string } | null;

/** Serves the configured program over HTTP until it is asked to end. */
export async function serveHttp(given: Config, { address, clock, stop, announce }: ServeHttpOptions): Promise<void> {
  const config = servedConfig(given);
  const listen = parseListen(address);
  const mode = authModeOf(config, listen.host);
  const metricsListen = config.metricsListen === undefined ? undefined : parseListen(config.metricsListen);
  const metrics = metricsListen && createMetrics();
  const meter = metrics?.meter;
  const shutdown = createShutdown(clock);
  const { endWaits, giveUp } = shutdown;
  const bounds = callerBounds();
  const { onDefect, onTransportError, onRequest, onEvent } = reportsOf(config);

  const ownState = once(() => openState(config.state, clock));
  const callers = callersDiffer(mode)
    ? await openCallers(config, { mode, clock, lookups: bounds.lookups, shutdown, meter, onError: onTransportError })
    : undefined;
  const state = callers ? async (): Promise<State> => callers.state : ownState;
  // If callers are distinguished, runs belong to the callers' services, which have their own failover.
  const failover = callers
    ? undefined
    : openRunFailover<AccountOfRun>(config, { mode, state, clock, onError: onDefect });
  const { offer, of, close } = await compose(config, {
    endWaits,
    clock,
    meter,
    state,
    enqueue: failover && ((run, account) => failover.add(run, account === undefined ? null : { account })),
  });
  // No `files`: the client may be on another machine, where its paths would name files of this one.
  const memory = sharedMemory(state, clock);
  const factory = createServerFactory(offer, {
    consent: config,
    memory,
    giveUp,
    onDefect,
    onTransportError,
    hostWaitSeconds,
    clock,
  });

  const ready = createReadiness(
    { state: async () => (await state()).takesWrites(), platform: () => reachAnyPlatform(config) },
    clock,
  );
  const server = await serveOverHttp(factory, {
    listen,
    bounds,
    idleMs,
    clock,
    onError: onTransportError,
    onRequest,
    receive: config.eventsSecrets && deliveries(config.eventsSecrets, state, clock, metrics?.delivery),
    ready,
    home: (headers, endpoint) => homePage(languageOf(headers), { endpoint, mode }),
    token: mode === 'token' ? config.httpToken : undefined,
    publicUrl: config.publicUrl,
    replica: config.replica,
    callers,
    pages: callers?.pages,
  });
  const sources = { store: async () => storeFigures(await state()), server: server.figures };
  const metricsServer = metrics && metricsListen ? await serveMetrics(metrics, sources, metricsListen) : undefined;
  failover?.begin(async (run, owner) => (await of(owner?.account).runs()).takeOver(run));
  callers?.failover?.begin(callers.takeOver);
  await announce({ url: server.url, metrics: metricsServer?.url });
  onEvent('started', {
    version,
    url: server.url,
    auth: mode,
    store: isPostgresAddress(config.state) ? 'postgres' : 'sqlite',
    replica: config.replica,
    limits: spelledBudget(config.defaultBudget?.limits ?? config.budget) || 'none',
    read_only: config.readOnly,
  });
  await untilAborted(stop);

  // Stopped first, so that other servers continue the runs that this server releases now.
  onEvent('draining', server.figures());
  const stopped = (failover ?? callers?.failover)?.stop();
  shutdown.begin(shutdownTimes);
  const began = clock.steady();
  await server.drain(AbortSignal.timeout(shutdownTimes.drainMs));
  await within(clock, listenersMs, server.close());
  // The state closes last, after the clients have written their records.
  const closeAll = async (): Promise<void> => {
    await stopped;
    await Promise.all([close(), callers?.close(), metricsServer?.close()]);
    await failover?.close();
    await (await ownState.ifMade())?.close();
  };
  await within(clock, shutdownTimes.closedMs - (clock.steady() - began), closeAll());
  onEvent('stopped', { ms: Math.round(clock.steady() - began) });
}

/** Records deliveries of the platform in the state, and counts them by their answers. */
const deliveries =
  (
    secrets: () => readonly string[],
    state: () => Promise<State>,
    clock: Clock,
    count: Metrics['delivery'] | undefined,
  ): NonNullable<HttpOptions['receive']> =>
  async (headers, body) => {
    const events = async (): Promise<State['events']> => (await state()).events;
    const status = await receiveDelivery(headers, body, { secrets, clock, events });
    count?.(status);
    return status;
  };

/** The figures of the store for metrics. A store that accepts no writes has none. */
async function storeFigures({ ledger, runs, takesWrites }: State): Promise<StoreFigures> {
  await takesWrites();
  return { ...(await ledger.unfinished()), runs: { ...(await runs.unfinished()) } };
}

/** Resolves if the platform of any account answers: this server can then work for its callers. */
async function reachAnyPlatform({ accounts, ...config }: Config): Promise<void> {
  const all: readonly Pick<Config, 'platform' | 'proxies'>[] = [...(accounts?.configs.values() ?? [config])];
  await Promise.any(
    all.map(async ({ platform, proxies }) => {
      if (platform.kind === 'sandbox') return;
      const attempt = await reach({ apiUrl: platform.apiUrl, proxies: proxies?.() }, 3_000);
      if (attempt.kind === 'lost') throw new Error(attempt.reason);
    }),
  );
}
