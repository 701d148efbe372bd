import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { allOperations } from '../src/catalog/index.ts';
import type { Clock } from '../src/base/index.ts';
import { advanceBy } from './engine/http/move-clock.ts';
import { implementations } from './families/index.ts';
import { startDeliveries } from './engine/http/deliver.ts';
import { EventSender, type EventSubscription } from './engine/http/event-sender.ts';
import { inventor } from './invention/invention.ts';
import { openJobs } from './engine/jobs.ts';
import { openLedger } from './engine/ledger.ts';
import { fixtures, type FixturesName } from './fixtures/index.ts';
import {
  heldTime,
  platformTime,
  show,
  type HeldTime,
  type PlatformTime,
  type Setting,
  type Traffic,
} from './engine/platform-time.ts';
import { answerRequest, refusalAnswer, type Platform } from './engine/http/platform.ts';
import { rateWindows } from './engine/http/rate-windows.ts';
import { Refusal } from './engine/http/refusal.ts';
import { json, line, Lines, type HttpResponse } from './engine/http/reply.ts';
import { createRouter, type Router } from './engine/http/router.ts';
import { openStore, type Store } from './engine/store.ts';
import { teams } from './engine/tokens.ts';
import { worldOf, type World } from './engine/world.ts';
import { applyReadings } from './readings/apply.ts';
import type { Reading } from './readings/reading.ts';

export interface SandboxOptions {
  /** `host:port`; port 0 takes a free one. Default `127.0.0.1:0`. */
  readonly listen?: string | undefined;
  /** SQLite file that keeps the state; in memory by default. */
  readonly data?: string | undefined;
  /** How many times faster than the clock the platform's own time runs: jobs, expiries, retention. */
  readonly speed?: number | undefined;
  /**
   * Where the platform's own time stands (milliseconds since the Unix epoch), until `POST /sandbox/clock` moves it; where
   * the data was left later, there. Absent: it runs.
   */
  readonly startsAt?: number | undefined;
  /** Time that stands still moves to what a request waits for, since the one who could move it may be waiting for that. */
  readonly movesForRequests?: boolean | undefined;
  /** Requests a minute per token, default 60; 0 lifts every limit. */
  readonly rate?: number | undefined;
  /** Credits each team starts with, default 1000. */
  readonly balance?: number | undefined;
  /** Receiver of events about completed jobs. Absent: none. */
  readonly events?: EventSubscription | undefined;
  /** Chooses the invented content. */
  readonly seed?: number | undefined;
  /** What a new platform holds: the sample data (`small`), or in addition brands with a year of weekly runs (`year`). Default `small`. */
  readonly fixtures?: FixturesName | undefined;
  /** How it keeps the documents where they leave it open: of `allReadings`. */
  readonly readings?: readonly Reading[] | undefined;
  readonly clock: Clock;
}

export interface Sandbox {
  /** The service address, `http://127.0.0.1:PORT/api/v1`. */
  readonly url: string;
  /** Its clock, where time stands still: for callers in the same process. */
  readonly held?: HeldClock | undefined;
  close(): Promise<void>;
}

export interface HeldClock extends Pick<HeldTime, 'now' | 'pass'> {
  /** Moves it by a step such as `1d`; throws for a step that is none. */
  advance(step: string): void;
}

/** The same for every platform of this process. */
let router: Router | undefined;

/** Starts the embedded platform: a real HTTP service that keeps the contract, with a small team in it. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.data);
  try {
    return await startOver(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function startOver(store: Store, options: SandboxOptions): Promise<Sandbox> {
  const {
    listen = '127.0.0.1:0',
    speed = 1,
    startsAt,
    movesForRequests = false,
    rate = 60,
    balance = 1000,
    seed = 1,
    fixtures: chosen = 'small',
    readings = [],
    clock,
  } = options;
  const closing = new AbortController();
  const events = options.events && new EventSender(options.events);
  const traffic: Traffic = { underWay: 0, arrived: 0 };
  // Of processes that open a new store at the same moment one sets it up, and the others go on from there.
  const time = store.atomically(() => timeOf(store, { clock, traffic, closing: closing.signal }, speed, startsAt));
  const families = new Map(implementations.map((one) => [one.family, one]));
  const ledger = openLedger(store);
  const jobs = openJobs(store, ledger, (then, job) => events?.noteEnd(then, job));
  let origin = '';
  const world = worldOf({
    store,
    ledger,
    jobs,
    invent: inventor(seed),
    isShared: (caller, row) => implementations.some(({ isShared }) => isShared?.(store, caller, row)),
    now: time.now,
    announce: (event) => events?.announce(world, event),
    address: (path) => origin + path,
  });
  store.atomically(() => {
    if (!store.readSetting('seeded')) seedStore(world, balance, chosen);
  });
  events?.activate(world);

  const platform: Platform = {
    world,
    router: (router ??= createRouter(allOperations())),
    rates: rateWindows(clock),
    rate,
    families,
    resources: new Map(implementations.flatMap(({ resources = {} }) => Object.entries(resources))),
    read: applyReadings(readings, time.now),
    until: (at) =>
      movesForRequests && 'pass' in time
        ? waitingAside(traffic, time.pass(at - time.now(), closing.signal))
        : time.until(at, closing.signal),
    held: 'advance' in time ? time : undefined,
  };
  const deliveries = [...implementations.flatMap((one) => one.deliveries ?? []), ...(events ? [events] : [])];
  const wake = startDeliveries({ world, time, clock, all: deliveries, closing: closing.signal });
  const server = createServer((request, response) => {
    traffic.arrived++;
    traffic.underWay++;
    void respond(platform, request, response)
      .finally(() => traffic.underWay--)
      .finally(wake);
  });
  origin = `http://${await open(server, listen)}`;
  wake();
  return {
    url: `${origin}/api/v1`,
    held: 'advance' in time ? heldClock(world, time, wake) : undefined,
    close: () => shut(server, closing, store.close),
  };
}

const heldClock = (world: World, time: HeldTime, onMoved: () => void): HeldClock => ({
  now: () => time.now(),
  pass: (ms, signal) => time.pass(ms, signal),
  advance(step) {
    advanceBy(world, time, step);
    onMoved();
  },
});

/** A request that waits for the clock is none that the clock has to wait for. */
async function waitingAside(traffic: Traffic, wait: Promise<void>): Promise<void> {
  traffic.underWay--;
  await wait.finally(() => traffic.underWay++);
}

/** The platform's time, which goes on from where the store left it. */
function timeOf(
  store: Store,
  { clock, traffic, closing }: { readonly clock: Clock; readonly traffic: Traffic; readonly closing: AbortSignal },
  speed: number,
  startsAt: number | undefined,
): PlatformTime | HeldTime {
  const storedSetting = store.readSetting('time') as Setting | undefined;
  const keep = (setting: Setting): void => store.writeSetting('time', setting);
  if (startsAt === undefined) {
    const { setting, ...time } = platformTime(clock, speed, storedSetting);
    keep(setting);
    return time;
  }
  const stand = (shown: number): void => keep({ real: clock.now(), shown, speed: 0 });
  const start = Math.max(startsAt, storedSetting ? show(storedSetting, clock.now()) : startsAt);
  stand(start);
  return heldTime(start, stand, traffic, closing);
}

/** Fills a new sandbox: every team's first top-up, the sample data of the families, and the fixtures. */
function seedStore(world: World, balance: number, chosen: FixturesName): void {
  for (const { id: team } of teams)
    world.ledger.post({ team, delta: balance, endpoint: 'Opening top-up', reference: null, at: world.now() });
  for (const { seed } of implementations) seed?.(world);
  fixtures[chosen](world);
  world.store.writeSetting('seeded', true);
}

async function respond(platform: Platform, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await write(platform, response, await answerRequest(platform, request));
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    await write(platform, response, error instanceof Refusal ? refusalAnswer(error) : defect(error));
  } finally {
    // An unread body would block the next request on this connection.
    request.resume();
  }
}

function defect(error: unknown): HttpResponse {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
  return json(500, { message: 'The sandbox has a defect; see its standard error.' });
}

async function write(
  platform: Platform,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
): Promise<void> {
  response.writeHead(status, headers);
  if (!(body instanceof Lines)) return void response.end(body);
  for (;;) {
    platform.world.jobs.advance(platform.world, platform.world.now());
    const { rows, next } = body.more();
    if (rows.length) response.write(rows.map(line).join(''));
    else response.flushHeaders();
    if (next === null || response.destroyed) return void response.end();
    await platform.until(next);
  }
}

async function open(server: Server, listen: string): Promise<string> {
  const cut = listen.lastIndexOf(':');
  const host = listen.slice(0, cut).replace(/^\[|\]$/g, '');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(Number(listen.slice(cut + 1)), host, resolve);
  });
  const bound = server.address();
  return `${host.includes(':') ? `[${host}]` : host}:${typeof bound === 'object' ? bound?.port : ''}`;
}

async function shut(server: Server, closing: AbortController, closeStore: () => void): Promise<void> {
  closing.abort(new Error('the sandbox is closing'));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
  closeStore();
}
