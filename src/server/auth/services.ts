import {
  createMcpHandler,
  legacyStatelessFallback,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../clock.ts';
import type { Credentials } from './authenticator.ts';

/** What serves the requests of one caller under one narrowing, or everybody's where callers are not told apart. */
export interface Service {
  /** Equal for the services of one caller. Undefined where callers are not told apart. */
  readonly caller: string | undefined;
  readonly factory: () => Server;
  readonly modern: McpHttpHandler;
  /** Answers one request of a client of the 2025 era that has no session. */
  readonly stateless: ReturnType<typeof legacyStatelessFallback>;
  /** Keeps the service open until what is returned has been called. */
  hold(): () => void;
}

/** What stands behind a caller's server. */
export interface Backing {
  readonly factory: () => Server;
  close(): Promise<void>;
}

export interface ServicesDependencies {
  readonly clock: Clock;
  readonly maxSubscriptions: number;
  readonly onError: (error: unknown) => void;
  /** @throws SettingError for what a caller asked for and cannot have */
  readonly open: (credentials: Credentials) => Promise<Backing>;
}

/** Services at a time, of all callers and of one: each has tools, a client and connections of its own. */
const maxServices = 2_000;
const maxServicesPerCaller = 8;

/** Milliseconds without a request after which a service is closed. What it knew is in the store. */
const idleMs = 30 * 60_000;

interface Open {
  readonly caller: string;
  readonly service: Promise<Service>;
  readonly backing: Promise<Backing>;
  held: number;
  lastUsed: number;
}

export const serviceOf = (
  caller: string | undefined,
  factory: () => Server,
  { maxSubscriptions, onError }: Pick<ServicesDependencies, 'maxSubscriptions' | 'onError'>,
  hold: Service['hold'] = () => () => {},
): Service => ({
  caller,
  factory,
  modern: createMcpHandler(factory, { legacy: 'reject', maxSubscriptions, onerror: onError }),
  stateless: legacyStatelessFallback(factory, onError),
  hold,
});

/** One service for each caller and narrowing, opened by the first request and closed when it has long been idle. */
export class Services {
  readonly #dependencies: ServicesDependencies;
  readonly #open = new Map<string, Open>();

  constructor(dependencies: ServicesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Undefined where too many are at work. Rejects with what `open` throws; the next request tries again. */
  async of(credentials: Credentials): Promise<Service | undefined> {
    const key = JSON.stringify([credentials.caller, credentials.access, credentials.narrowing]);
    const known = this.#open.get(key);
    if (known) {
      known.lastUsed = this.#dependencies.clock.steady();
      // Oldest first, as a Map keeps its keys.
      this.#open.delete(key);
      this.#open.set(key, known);
      return known.service;
    }
    if (!this.#makeRoom(credentials.caller)) return undefined;
    return this.#add(key, credentials);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#open.keys()].map((key) => this.#end(key)));
  }

  async #add(key: string, credentials: Credentials): Promise<Service> {
    const { clock } = this.#dependencies;
    const backing = this.#dependencies.open(credentials);
    const entry: Open = {
      caller: credentials.caller,
      backing,
      service: backing.then(({ factory }) =>
        serviceOf(credentials.caller, factory, this.#dependencies, () => {
          entry.held++;
          return () => {
            entry.held--;
            entry.lastUsed = clock.steady();
          };
        }),
      ),
      held: 0,
      lastUsed: clock.steady(),
    };
    this.#open.set(key, entry);
    try {
      return await entry.service;
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
  }

  /** Closes what is idle for long, and one idle service of the caller's own where the caller has many. */
  #makeRoom(caller: string): boolean {
    const now = this.#dependencies.clock.steady();
    for (const [key, { held, lastUsed }] of this.#open) if (held === 0 && now - lastUsed > idleMs) void this.#end(key);
    const own = [...this.#open].filter(([, entry]) => entry.caller === caller);
    if (own.length >= maxServicesPerCaller) {
      const idle = own.find(([, { held }]) => held === 0);
      if (!idle) return false;
      void this.#end(idle[0]);
    }
    return this.#open.size < maxServices;
  }

  async #end(key: string): Promise<void> {
    const entry = this.#open.get(key);
    this.#open.delete(key);
    if (!entry) return;
    try {
      await (await entry.service).modern.close();
      await (await entry.backing).close();
    } catch (error) {
      this.#dependencies.onError(error);
    }
  }
}
