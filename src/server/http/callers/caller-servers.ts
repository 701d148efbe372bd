import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Clock } from '../../../base/index.ts';
import type { ServerFactory } from '../../protocol/create-server-factory.ts';
import type { Credentials } from '../auth/authenticator.ts';

/** Serves the requests of one caller's sign-in under one set of restrictions, or of everyone if callers are not distinguished. */
export interface CallerServer {
  /** The same in all servers of one caller: a keyed hash of the person. Undefined if callers are not distinguished. */
  readonly caller: string | undefined;
  /** A keyed hash of the caller's platform token. Undefined if callers are not distinguished. */
  readonly access: string | undefined;
  /** Equal for requests with the same token and restrictions, no matter who signed in with it. */
  readonly restrictions: string;
  readonly factory: ServerFactory;
  /** Answers one request, of either protocol revision, that belongs to no session. */
  readonly handler: Pick<McpHttpHandler, 'fetch'>;
  /** Whether the caller's sign-in is still active. Absent if callers do not sign in. */
  readonly isConnected?: (() => Promise<boolean>) | undefined;
  /** Keeps the server open until the returned function is called. */
  hold(): () => void;
  /** Ends the requests in progress. */
  close(): Promise<void>;
}

/** The parts behind a caller's server. */
export interface Backing {
  readonly factory: ServerFactory;
  /** Whether it has work that continues after the requests that started it. */
  readonly isBusy: () => boolean;
  /** Continues a run of this caller, if its process has died. */
  readonly takeOver: (run: string) => Promise<'over' | 'unknown' | 'later'>;
  close(): Promise<void>;
}

export interface CallerServersDependencies {
  readonly clock: Clock;
  /** Milliseconds without a request after which a server is closed. Its records stay in the store. */
  readonly idleMs: number;
  readonly onError: (error: unknown) => void;
  /** @throws SettingError if a caller asked for something that it may not have */
  readonly open: (credentials: Credentials) => Promise<Backing>;
}

/** Maximum open servers of all callers, and of one: each has its own tools, client and connections. */
const maxServers = 2_000;
const maxServersPerCaller = 32;

interface OpenCallerServer {
  readonly credentials: Credentials;
  readonly opened: Promise<{ readonly callerServer: CallerServer; readonly backing: Backing }>;
  isBusy: () => boolean;
  held: number;
  lastUsed: number;
}

const restrictionsOf = (credentials: Pick<Credentials, 'access' | 'narrowing'> | undefined): string =>
  JSON.stringify([credentials?.access, credentials?.narrowing]);

export const createCallerServer = (
  credentials: Credentials | undefined,
  factory: ServerFactory,
  onError: (error: unknown) => void,
  hold: CallerServer['hold'] = () => () => {},
): CallerServer => {
  const handler = createMcpHandler(() => factory(), {
    // Answers begin at once and send keep-alives, since proxies close a silent connection.
    responseMode: 'sse',
    // Not limited here: the HTTP entry limits the streams of all servers together.
    maxSubscriptions: Infinity,
    onerror: onError,
  });
  return {
    caller: credentials?.caller,
    access: credentials?.access,
    restrictions: restrictionsOf(credentials),
    factory,
    handler,
    isConnected: credentials?.isConnected,
    hold,
    close: () => handler.close(),
  };
};

/**
 * One server for each token, sign-in and narrowing of a caller, opened by the first request and closed after a long idle
 * time. Two sign-ins never share a server, since its work ends with the sign-in.
 */
export class CallerServers {
  readonly #dependencies: CallerServersDependencies;
  readonly #open = new Map<string, OpenCallerServer>();
  /** Servers that are closing. */
  readonly #ending = new Set<Promise<void>>();

  constructor(dependencies: CallerServersDependencies) {
    this.#dependencies = dependencies;
  }

  /** The server for these credentials. Undefined if too many are open. Rejects with what `open` throws. */
  async of(credentials: Credentials): Promise<CallerServer | undefined> {
    return (await this.#opened(credentials))?.callerServer;
  }

  /** The parts behind the server for these credentials. Otherwise like `of`. */
  async backing(credentials: Credentials): Promise<Backing | undefined> {
    return (await this.#opened(credentials))?.backing;
  }

  /** The credentials of a caller who has sent a request with this token recently. */
  recentCredentials({ caller, access }: Pick<Credentials, 'caller' | 'access'>): Credentials | undefined {
    return [...this.#open.values()].findLast(
      ({ credentials }) => credentials.caller === caller && credentials.access === access,
    )?.credentials;
  }

  async close(): Promise<void> {
    for (const [key, entry] of this.#open) this.#end(key, entry);
    await Promise.all(this.#ending);
  }

  #opened(credentials: Credentials): OpenCallerServer['opened'] | undefined {
    const { caller, connection = null } = credentials;
    const key = JSON.stringify([caller, connection, restrictionsOf(credentials)]);
    const entry = this.#open.get(key) ?? (this.#makeRoom(caller) ? this.#begin(key, credentials) : undefined);
    if (!entry) return undefined;
    entry.lastUsed = this.#dependencies.clock.steady();
    // A Map lists its keys oldest first.
    this.#open.delete(key);
    this.#open.set(key, entry);
    return entry.opened;
  }

  #begin(key: string, credentials: Credentials): OpenCallerServer {
    const { clock, open, onError } = this.#dependencies;
    const hold = (): (() => void) => {
      entry.held++;
      return () => {
        entry.held--;
        entry.lastUsed = clock.steady();
      };
    };
    const opened = open(credentials).then((backing) => {
      entry.isBusy = backing.isBusy;
      return { backing, callerServer: createCallerServer(credentials, backing.factory, onError, hold) };
    });
    opened.catch(() => this.#open.delete(key));
    const entry: OpenCallerServer = { credentials, opened, isBusy: () => true, held: 0, lastUsed: clock.steady() };
    return entry;
  }

  /** Closes servers that have been idle for long, and one idle server of the caller if the caller has many. */
  #makeRoom(caller: string): boolean {
    const { clock, idleMs } = this.#dependencies;
    const now = clock.steady();
    const idle = [...this.#open].filter(([, { held, isBusy }]) => held === 0 && !isBusy());
    for (const [key, entry] of idle) if (now - entry.lastUsed > idleMs) this.#end(key, entry);
    const isOwn = ([, { credentials }]: [string, OpenCallerServer]): boolean => credentials.caller === caller;
    if ([...this.#open].filter(isOwn).length >= maxServersPerCaller) {
      const own = idle.find(isOwn);
      if (!own) return false;
      this.#end(...own);
    }
    return this.#open.size < maxServers;
  }

  #end(key: string, entry: OpenCallerServer): void {
    this.#open.delete(key);
    const ending = this.#shut(entry).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** Never rejects. */
  async #shut(entry: OpenCallerServer): Promise<void> {
    try {
      const { callerServer, backing } = await entry.opened;
      await callerServer.close();
      await backing.close();
    } catch (error) {
      this.#dependencies.onError(error);
    }
  }
}
