import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { once } from '../base/once.ts';
import { reach } from '../client/http/transport/reach.ts';
import { receiveDelivery, type DeliveryStatus } from '../server/http/events/receive-delivery.ts';
import type { StoreFigures } from '../server/http/metrics/metrics.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';
import type { Config } from './config/config.ts';

/** Takes one delivery of the platform, and resolves with the status to answer it with. */
export type Receive = (headers: IncomingHttpHeaders, body: Buffer) => Promise<DeliveryStatus>;

/**
 * Reads state and platform for probes and metrics, and records the platform's events in the state.
 *
 * @param shared the state of the callers; where there is none, the first read opens a state, and `close` closes it
 */
export function createObserver(config: Config, clock: Clock, shared: State | undefined) {
  const ownState = once(() => openState(config.state, clock));
  const state = async (): Promise<State> => shared ?? (await ownState());
  return {
    state,
    checks: {
      state: async () => (await state()).takesWrites(),
      // Where there are several accounts, one whose platform answers is enough to be ready: this server can work for its callers.
      platform: async () =>
        void (await Promise.any([...(config.accounts?.configs.values() ?? [config])].map(reachPlatform))),
    },
    /** What the store holds. */
    async figures(): Promise<StoreFigures> {
      const { ledger, runs, takesWrites } = await state();
      await takesWrites();
      return { ...(await ledger.unfinished()), runs: { ...(await runs.unfinished()) } };
    },
    /** Records deliveries of the platform in the state. */
    receiver:
      (secrets: () => readonly string[]): Receive =>
      (headers, body) =>
        receiveDelivery(headers, body, { secrets, clock, events: async () => (await state()).events }),
    close: async (): Promise<void> => (await ownState.ifMade())?.close(),
  };
}

/** @throws Error where the platform does not answer */
async function reachPlatform({ platform, proxies }: Config): Promise<void> {
  if (platform.kind === 'sandbox') return;
  const attempt = await reach({ apiUrl: platform.apiUrl, proxies: proxies?.() }, 3_000);
  if (attempt.kind === 'lost') throw new Error(attempt.reason);
}
