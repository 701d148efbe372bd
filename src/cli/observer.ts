import { createMetrics, type Metrics } from '../server/metrics/metrics.ts';
import type { ServerFigures } from '../server/metrics/metrics.ts';
import type { ReadinessChecks } from '../server/http-entry/readiness.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';
import type { Config } from '../config/config.ts';

/** Looks at state and platform for probes and metrics. */
export interface Observer {
  readonly checks: ReadinessChecks;
  metrics(server: () => ServerFigures): Metrics;
  close(): Promise<void>;
}

/** @param shared the state of the callers; without one, a state is opened by the first look and closed by `close` */
export function createObserver(config: Config, shared: State | undefined): Observer {
  let opened: Promise<State> | undefined;
  const state = (): Promise<State> =>
    shared
      ? Promise.resolve(shared)
      : (opened ??= openState(config.state).catch((error: unknown) => {
          opened = undefined;
          throw error;
        }));
  return {
    checks: {
      state: async () => (await state()).accounts.find('nobody'),
      platform: () => reach(config),
    },
    metrics: (server) => createMetrics({ store: async () => (await state()).ledger.unfinished(), server }),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

/** Any answer proves that the platform is there. No token goes with it: a probe must not draw on anybody's rate. */
async function reach({ platform }: Config): Promise<void> {
  if (platform.kind === 'sandbox') return;
  const response = await fetch(`${platform.apiUrl}/credits`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(3_000),
  });
  await response.body?.cancel();
}
