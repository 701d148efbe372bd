import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../clock.ts';
import { callbackOperations, eventTypes } from '../../catalog/event-types.ts';
import { reach } from '../../client/transport/reach.ts';
import { receiveDelivery, type DeliveryStatus } from '../../server/events/receive-delivery.ts';
import type { StoreFigures } from '../../server/metrics/metrics.ts';
import type { ReadinessChecks } from '../../server/http-entry/readiness.ts';
import { openState } from '../../state/open-state.ts';
import type { State } from '../../state/state.ts';
import type { Config } from '../../config/config.ts';

/** Takes one delivery. */
export type Receive = (headers: IncomingHttpHeaders, body: Buffer) => Promise<DeliveryStatus>;

/** Reads state and platform for probes and metrics, and records the platform's events in the state. */
export interface Observer {
  /** The state that it reads, opened by the first read. */
  state(): Promise<State>;
  readonly checks: ReadinessChecks;
  /** What the store holds. */
  figures(): Promise<StoreFigures>;
  /** Records deliveries of the platform in the state. */
  receiver(secrets: () => readonly string[], clock: Clock): Receive;
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
      state: async () => (await state()).takesWrites(),
      // Where there are several accounts, one that answers is enough: the others are no reason to send nobody here.
      platform: async () =>
        void (await Promise.any([...(config.accounts?.configs.values() ?? [config])].map(reachPlatform))),
    },
    async figures() {
      const { ledger, runs, takesWrites } = await state();
      await takesWrites();
      return { ...(await ledger.unfinished()), runs: { ...(await runs.unfinished()) } };
    },
    receiver: (secrets, clock) => (headers, body) =>
      receiveDelivery(headers, body, {
        secrets,
        clock,
        callbackSecrets: async (batch) => (await state()).events.callbackSecrets(batch),
        seen: async (delivery) => (await state()).events.seen(delivery),
        isBatchStarting: async () => (await state()).events.isStarting(callbackOperations),
        remember: async (delivery, event) =>
          (await state()).events.remember(delivery, typeOf(event) ? event : undefined),
        announce: async (event, ids) => {
          const type = typeOf(event);
          const operations = [...(type?.tells ?? []), ...(type?.mayTell ?? [])];
          await (await state()).events.announce(operations, ids, { type: type && event });
        },
        countCallback: async (account, batch) => (await state()).events.countCallback(account, batch),
        announceBatch: async (account, batch) =>
          void (await (await state()).events.announce(callbackOperations, [batch], { account })),
      }),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

/** Undefined for a type that the contract does not name. */
const typeOf = (event: string) => (Object.hasOwn(eventTypes, event) ? eventTypes[event] : undefined);

/** @throws plain error where the platform gives no answer */
async function reachPlatform({ platform, proxies }: Config): Promise<void> {
  if (platform.kind === 'sandbox') return;
  const attempt = await reach({ apiUrl: platform.apiUrl, proxies: proxies?.() }, 3_000);
  if (attempt.kind === 'lost') throw new Error(attempt.reason);
}
