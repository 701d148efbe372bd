import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { systemClock } from '../../../src/base/clock.ts';
import { openState } from '../../../src/state/open-state.ts';
import type { State } from '../../../src/state/state.ts';
import { json, type Platform, platformFor, type Seen } from '../../support/platform.ts';
import { endpoint, startHttp, type HttpServer } from '../../mcp/support/http-server.ts';
import type { Scope } from '../../mcp/support/scope.ts';
import { pointedAt } from '../../mcp/support/stdio-host.ts';
import { freePort } from '../../support/network/free-port.ts';
import { startNginx } from '../../support/network/nginx.ts';
import { faultyDatabase, type FaultyDatabase } from './faulty-database.ts';
import { startLoad, type Experience, type Loaded, type StartedJob } from './load.ts';
import { programs, type Interruption } from './programs.ts';

/**
 * What becomes of a replica: SIGKILL, SIGTERM, or SIGSTOP for longer than nginx waits; each is back some time later. Or of the
 * database: its connections end, it cannot be reached for `outageMs`, or it takes no writes as a standby does.
 */
export type Incident = 'killed' | 'terminated' | 'frozen' | 'disconnected' | 'unreachable' | 'read-only';

export interface Trial {
  readonly replicas: 2 | 3;
  /** One after the other, those of replicas each at the next one. */
  readonly incidents: readonly Incident[];
  /** Milliseconds of calm before an incident. Default: a second. */
  readonly calmMs?: () => number;
  /** Milliseconds for which the database cannot be reached, or takes no writes. Default: 2 s. */
  readonly outageMs?: number;
  readonly say?: (line: string) => void;
}

export interface Endured {
  /** Paid calls that the platform has carried out. */
  readonly paid: number;
  readonly jobs: number;
  readonly programs: number;
  /** The experience of each client, by incident. */
  readonly incidents: readonly (readonly Experience[])[];
  readonly errors: readonly string[];
  /** Seconds that a program was interrupted by one incident at most, the outage of the database left out. */
  readonly maxPause: number;
}

const clients = 4;
/** Of nginx: short where a replica freezes for longer. Else one that is only slow, on a busy machine, is no error. */
const readTimeoutOf = (incidents: readonly Incident[]): number => (incidents.includes('frozen') ? 15 : 60);

/** Credits that clients and a program use up in an incident, at most; one for each call. */
const creditsPerIncident = 54;

/**
 * Credits left when the last incident is over: all clients then call until nothing is left. Room for ten times what a replica that
 * is struck holds, so that nobody waits for the outcome of its calls (docs/decisions/0059).
 */
const rest = 80;

/**
 * Replicas on one database behind nginx, real clients of both eras that pay all the time, programs, and incidents. Nothing may be
 * paid twice, no job or program lost, no credit spent beyond the budget, and every client served again after each incident.
 */
export async function endure(scope: Scope, trial: Trial): Promise<Endured> {
  const { replicas: count, incidents, calmMs = () => 1_000, outageMs = 2_000, say = () => {} } = trial;
  const budget = incidents.length * creditsPerIncident + rest;
  const readTimeoutSeconds = readTimeoutOf(incidents);
  const database = await faultyDatabase(scope);
  const platform = await payingPlatform(scope);
  const env = pointedAt(platform, {
    VISIBILITY_STATE: database.address,
    VISIBILITY_BUDGET: `${budget}/total`,
    VISIBILITY_RATE: '100000',
  });
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const start = (at: number): Promise<HttpServer> =>
    startHttp(scope, { args: ['--replica', `replica-${at + 1}`, '--listen', `127.0.0.1:${ports[at]}`], env });
  const replicas = await Promise.all(ports.map((_, at) => start(at)));
  const nginx = await startNginx(scope, {
    replicas: ports.map((port) => `127.0.0.1:${port}`),
    readTimeoutSeconds,
  });

  const running = programs(platform);
  const load = await startLoad(nginx.plainUrl, clients);
  scope.onTestFinished(() => load.close());
  await load.allAnswered();
  const interruptions: Interruption[] = [];
  for (const [n, incident] of incidents.entries()) {
    const at = n % count;
    await running.begin(replicas[at] as HttpServer);
    await systemClock.sleep(calmMs());
    load.beginIncident();
    const from = performance.now();
    const isOutage = incident === 'disconnected' || incident === 'unreachable' || incident === 'read-only';
    if (isOutage) await fail(database, incident, outageMs);
    else
      replicas[at] = await strike(incident, replicas[at] as HttpServer, {
        restart: () => start(at),
        frozenMs: (readTimeoutSeconds + 1) * 1000,
      });
    interruptions.push({ from, to: performance.now(), isOutage });
    const over = systemClock.steady();
    await load.allAnswered();
    say(`${incident}, all served ${Math.round(systemClock.steady() - over)} ms later: ${summaryOf(load.current)}`);
  }
  const { states, maxPause } = await running.finish(replicas[0] as HttpServer, interruptions);
  const state = await openState(database.location);
  scope.onTestFinished(() => state.close());
  let held = 0;
  const loaded = await load.finish(async () => {
    held = (await state.ledger.unfinished()).reserved;
    return platform.to(paidRoute).length + 10 * held < budget;
  });
  for (const error of loaded.errors) say(`  ${error}`);
  assert.deepEqual(
    states.filter((state) => state !== 'completed'),
    [],
    'programs lost',
  );
  await audit(loaded, platform, state, { budget, held });
  const paid = platform.to(paidRoute).length;
  say(`${paid} paid calls, ${loaded.jobs.length} jobs, ${states.length} programs, ${loaded.errors.length} errors`);
  return {
    paid,
    jobs: loaded.jobs.length,
    programs: states.length,
    incidents: loaded.incidents,
    errors: loaded.errors,
    maxPause,
  };
}

const summaryOf = (current: readonly Experience[]): string =>
  current.map(({ answered, errors, refusals }) => `${answered}/${errors}/${refusals}`).join(' ');

/** Resolves when the replica serves again. */
async function strike(
  incident: 'killed' | 'terminated' | 'frozen',
  replica: HttpServer,
  { restart, frozenMs }: { readonly restart: () => Promise<HttpServer>; readonly frozenMs: number },
): Promise<HttpServer> {
  if (incident === 'frozen') {
    replica.child.kill('SIGSTOP');
    await systemClock.sleep(frozenMs);
    replica.child.kill('SIGCONT');
    return replica;
  }
  replica.child.kill(incident === 'killed' ? 'SIGKILL' : 'SIGTERM');
  await replica.ended;
  const restarted = await restart();
  const { ask } = endpoint(restarted.url);
  while ((await ask({ method: 'GET', path: '/readyz' })).status !== 200) await systemClock.sleep(100);
  return restarted;
}

/** Resolves when the database serves again. */
async function fail(
  database: FaultyDatabase,
  incident: 'disconnected' | 'unreachable' | 'read-only',
  outageMs: number,
): Promise<void> {
  if (incident === 'read-only') await database.takeWrites(false);
  await database.cut();
  if (incident === 'unreachable') await systemClock.sleep(outageMs);
  await database.mend();
  if (incident !== 'read-only') return;
  await systemClock.sleep(outageMs);
  await database.takeWrites(true);
}

const paidRoute = /^GET \/projects\/1\/knowledge-base\/search$|^POST \/grounding\/analyze$/;

/** A platform that takes a moment for each paid call. */
async function payingPlatform(scope: Scope): Promise<Platform> {
  const platform = await platformFor(scope);
  platform.on(/^GET \/projects\/1\/knowledge-base\/search$/, async () => {
    await systemClock.sleep(60);
    return json({ data: [] });
  });
  platform.on('POST /grounding/analyze', async (arrival) => {
    await systemClock.sleep(60);
    return json({ audit_id: auditOf(arrival), status: 'queued' }, 202);
  });
  platform.on(/^GET \/grounding\/audits\//, (arrival) =>
    json({ audit_id: arrival.route.split('/').at(-1), status: 'completed' }),
  );
  return platform;
}

/** What identifies a paid call: its search, or the address that it is about. */
const markOf = ({ target, body }: Seen): string =>
  new URLSearchParams(target.split('?')[1]).get('q') ?? (JSON.parse(body) as { url: string }).url;

/**
 * Whether its client knows how it ended. Of a call whose replica was killed before the platform's answer came, nobody can know
 * more than that. One that another request had joined before it left, and that its replica then never sent, is to be repeated.
 */
const isAccountedFor = ({ state, mark, error }: StartedJob, sent: readonly string[]): boolean =>
  state === 'completed' ||
  state === 'outcome_unknown' ||
  (state === 'unreachable' && error?.outcome === 'not_sent' && !sent.includes(mark));

const auditOf = ({ body }: Seen): string => createHash('sha256').update(body).digest('hex').slice(0, 12);

/** `held`: credits that were held when nothing was left for the clients. */
async function audit(
  { jobs }: Loaded,
  platform: Platform,
  state: State,
  { budget, held }: { readonly budget: number; readonly held: number },
): Promise<void> {
  const calls = platform.to(paidRoute).map(markOf);
  const twice = calls.filter((call, at) => calls.indexOf(call) !== at);
  assert.deepEqual(twice, [], 'paid twice');
  const lost = jobs.filter((job) => !isAccountedFor(job, calls));
  assert.deepEqual(lost, [], 'jobs lost');
  assert.deepEqual(await state.check(), []);
  assert.ok(calls.length <= budget, `${calls.length} paid calls exceed the budget of ${budget}`);
  // What was not with the platform by then was held for calls whose replica was killed, or is the room that others leave beside
  // them: ten times what they hold (docs/decisions/0059).
  assert.ok(calls.length + 10 * held >= budget, `${calls.length} paid and ${held} held of ${budget}`);
}
