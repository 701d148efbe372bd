import type { IncomingHttpHeaders } from 'node:http';
import { callbackOperations, eventTypes } from '../catalog/event-types.ts';
import { receiveDelivery, type DeliveryStatus } from '../server/events/receive-delivery.ts';
import { createMetrics, type Metrics } from '../server/metrics/metrics.ts';
import type { ServerFigures } from '../server/metrics/metrics.ts';
import type { ReadinessChecks } from '../server/http-entry/readiness.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';
import type { Config } from '../config/config.ts';

/** Looks at state and platform for probes and metrics, and takes the platform's news into the state. */
export interface Observer {
  /** The state it looks at, opened by the first look. */
  state(): Promise<State>;
  readonly checks: ReadinessChecks;
  metrics(server: () => ServerFigures): Metrics;
  /** Takes deliveries of the platform into the state. */
  receiver(secret: () => string): (headers: IncomingHttpHeaders, body: Buffer) => Promise<DeliveryStatus>;
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
    state,
    checks: {
      state: async () => (await state()).accounts.find('nobody'),
      platform: () => reach(config),
    },
    metrics: (server) => createMetrics({ store: async () => (await state()).ledger.unfinished(), server }),
    receiver: (secret) => (headers, body) =>
      receiveDelivery(headers, body, {
        secret,
        callbackSecret: async (batch) => (await state()).events.callbackSecret(batch),
        seen: async (delivery) => (await state()).events.seen(delivery),
        remember: async (delivery) => (await state()).events.remember(delivery),
        announce: async (event, ids) => {
          const type = Object.hasOwn(eventTypes, event) ? eventTypes[event] : undefined;
          await (await state()).events.announce([...(type?.tells ?? []), ...(type?.mayTell ?? [])], ids);
        },
        announceBatch: async (batch) => void (await (await state()).events.announce(callbackOperations, [batch])),
      }),
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
