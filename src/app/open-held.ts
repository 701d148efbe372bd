import { randomUUID } from 'node:crypto';
import type { Client } from '../client/client.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import type { Config } from './config/config.ts';
import { openState } from '../state/open-state.ts';
import { connect } from './connect.ts';
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
  const toClose: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const one of toClose.toReversed()) await one.close();
  };
  try {
    const sandbox = await startSandbox({ ...order, movesForRequests: true, rate: 0 });
    toClose.push(sandbox);
    const held = sandbox.held as HeldClock;
    const clock = clockOver(held);
    const state = await openState(config.state, clock);
    toClose.push(state);
    const platform = { apiUrl: sandbox.url, service: `sandbox:${randomUUID()}` };
    const client = await connect(config, { platform, state, token: 'sandbox-owner', endWaits, clock });
    toClose.push(client);
    return { client: { ...client, close }, clock, held };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A clock with the dates of the platform. A wait for an event of the platform moves its time there; other spans, such as timeouts, have their real length. */
const clockOver = (held: HeldClock): Clock => ({
  now: held.now,
  steady: held.now,
  sleep: (ms, signal, options) => (options?.moves ? held.pass(ms, signal) : systemClock.sleep(ms, signal, options)),
});
