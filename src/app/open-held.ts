import { randomUUID } from 'node:crypto';
import type { Client } from '../client/client.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import type { Config } from './config/config.ts';
import { openState } from '../state/open-state.ts';
import { connectClient, opening } from './open-client.ts';
import { startSandbox, type FixturesName, type HeldClock } from './start-sandbox.ts';

/** How an embedded platform begins whose time stands still. */
export interface HeldOrder {
  readonly seed?: number | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly startsAt: number;
  readonly fixtures?: FixturesName | undefined;
}

export interface HeldConnection {
  readonly client: Client;
  readonly clock: Clock;
  readonly held: HeldClock;
}

/** A client over an embedded platform in memory. Both use one clock, which stands still until it is moved or something is waited for. */
export async function openHeld(
  config: Config,
  order: HeldOrder,
  endWaits: AbortSignal | undefined,
): Promise<HeldConnection> {
  const { held, clock, client, close } = await opening(async (toClose) => {
    const sandbox = toClose(await startSandbox({ ...order, movesForRequests: true, rate: 0 }));
    const held = sandbox.held as HeldClock;
    const clock = clockOver(held);
    const state = toClose(await openState(config.state, clock));
    const platform = { apiUrl: sandbox.url, service: `sandbox:${randomUUID()}` };
    const client = await connectClient(config, { platform, state, token: 'sandbox-owner', endWaits, clock });
    return { client: toClose(client), held, clock };
  });
  return { client: Object.assign(client, { close }), clock, held };
}

/** A clock with the dates of the platform. A wait for an event of the platform moves its time there; other spans, such as timeouts, have their real length. */
const clockOver = (held: HeldClock): Clock => ({
  now: held.now,
  steady: held.now,
  sleep: (ms, signal, options) => (options?.moves ? held.pass(ms, signal) : systemClock.sleep(ms, signal, options)),
});
