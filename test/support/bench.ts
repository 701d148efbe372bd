import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/client/client.ts';
import type { ClientConfig } from '../../src/client/client-config.ts';
import { createClient, createParts } from '../../src/client/create-client.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { State } from '../../src/state/state.ts';
import { startPlatform, type Platform } from './platform.ts';
import { type Store } from './state/schemas.ts';
import { openStore, preparedStore } from './state/store.ts';
import { virtualClock, type VirtualClock } from './clock/virtual-clock.ts';
import { isVisibilityError, type VisibilityError } from '../../src/client/errors.ts';

export const token = 'secret-token-1|aBcDeF';

export interface Bench extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly platform: Platform;
  /** The parts that all clients of this bench share. */
  readonly store: Store;
  /** Another client on the same store, as another process would have it. */
  client(config?: Partial<ClientConfig>): Promise<Client>;
  /** The shared state, looked at from outside. */
  state(): Promise<State>;
}

/** A misbehaving platform, a store and a clock of their own, with time that runs on its own. */
export async function bench({ running = true, date }: { running?: boolean; date?: string } = {}): Promise<Bench> {
  const clock = virtualClock(date);
  const platform = await startPlatform(clock);
  const store = await preparedStore();
  const opened: { close(): Promise<void> }[] = [];
  if (running) clock.run();
  const state = async (): Promise<State> => {
    const one = await openStore(store.location, clock);
    opened.push(one);
    return one;
  };
  return {
    clock,
    platform,
    store,
    state,
    async client(config = {}) {
      const client = await clientOf({
        apiUrl: platform.url,
        ...config,
        clock: config.clock ?? clock,
        state: config.state ?? (await state()),
      });
      opened.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      clock.run();
      for (const one of opened.toReversed()) await one.close();
      clock.stop();
      await platform.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

type OwnConfig = Partial<ClientConfig> & { apiUrl: string; state: State; clock: Clock };

/** A client with ordinary settings, except for those given. */
export async function clientOf(own: OwnConfig): Promise<Client> {
  const config = configOf(own);
  return createClient(config, await createParts(config));
}

export const configOf = (config: OwnConfig): ClientConfig => ({
  token,
  session: randomUUID(),
  budget: [],
  requestsPerMinute: 60,
  maxWaitSeconds: 600,
  ...config,
});

/** The refusal a call ends in. Anything else fails the test. */
export async function refusal(call: Promise<unknown>): Promise<VisibilityError> {
  try {
    await call;
  } catch (error) {
    if (isVisibilityError(error)) return error;
    throw error;
  }
  throw new Error('the call was expected to be refused');
}

/** The most requests that any span of `ms` holds; arrivals in any order. */
export function busiest(arrivals: readonly number[], ms: number): number {
  const sorted = [...arrivals].sort((a, b) => a - b);
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while ((sorted[last] as number) - (sorted[first] as number) >= ms) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
