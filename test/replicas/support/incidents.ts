import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { systemClock } from '../../../src/clock.ts';
import { openState } from '../../../src/state/open-state.ts';
import { fakePlatform, says, type Arrival, type FakePlatform } from '../../mcp/support/fake-platform.ts';
import { endpoint, startHttp, type HttpServer } from '../../mcp/support/http-server.ts';
import type { Scope } from '../../mcp/support/scope.ts';
import { pointedAt } from '../../mcp/support/stdio-host.ts';
import { freePort } from '../../support/network/free-port.ts';
import { startNginx } from '../../support/network/nginx.ts';
import { freshStore } from '../../support/state/store.ts';
import { startLoad, type Loaded } from './load.ts';

/** What becomes of a replica: SIGKILL, SIGTERM, or SIGSTOP for longer than nginx waits; each is back some time later. */
export type Incident = 'killed' | 'terminated' | 'frozen';

export interface Trial {
  readonly replicas: 2 | 3;
  /** One after the other, each at the next replica. */
  readonly incidents: readonly Incident[];
  readonly say?: (line: string) => void;
}

export interface Endured {
  /** Paid calls that the platform has carried out. */
  readonly paid: number;
  readonly jobs: number;
  /** The most errors that one client saw in one incident, by incident. */
  readonly worst: readonly number[];
  readonly errors: readonly string[];
}

/** Credits, one for each call. */
const budget = 120;
const clients = 6;
const readTimeoutSeconds = 8;

/** Milliseconds of calm before and after each incident. */
const calmMs = 1_000;

/**
 * Replicas on one database behind nginx, real clients of both eras that pay all the time, and incidents. Nothing may be paid
 * twice, no job lost, no credit spent beyond the budget, and a client may see one error that it can retry in each incident.
 */
export async function endure(scope: Scope, { replicas: count, incidents, say = () => {} }: Trial): Promise<Endured> {
  const store = await freshStore('postgres');
  scope.onTestFinished(async () => store[Symbol.asyncDispose]());
  const platform = await payingPlatform(scope);
  const env = pointedAt(platform, {
    VISIBILITY_STATE: store.location,
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

  const load = await startLoad(nginx.plainUrl, clients);
  scope.onTestFinished(() => load.close());
  for (const [n, incident] of incidents.entries()) {
    await systemClock.sleep(calmMs);
    load.beginIncident();
    const at = n % count;
    replicas[at] = await strike(incident, replicas[at] as HttpServer, () => start(at));
    await systemClock.sleep(calmMs);
    say(`${incident}: ${JSON.stringify(load.errorsOfIncident())}`);
  }
  const loaded = await load.finish();
  await audit(loaded, platform, store.location);
  const paid = platform.to(paidRoute).length;
  say(`${paid} paid calls, ${loaded.jobs.length} jobs, ${loaded.errors.length} errors`);
  return {
    paid,
    jobs: loaded.jobs.length,
    worst: loaded.incidents.map((errors) => Math.max(0, ...errors)),
    errors: loaded.errors,
  };
}

/** Resolves when the replica serves again. */
async function strike(
  incident: Incident,
  replica: HttpServer,
  restart: () => Promise<HttpServer>,
): Promise<HttpServer> {
  if (incident === 'frozen') {
    replica.child.kill('SIGSTOP');
    await systemClock.sleep((readTimeoutSeconds + 1) * 1000);
    replica.child.kill('SIGCONT');
    return replica;
  }
  replica.child.kill(incident === 'killed' ? 'SIGKILL' : 'SIGTERM');
  await replica.ended;
  const restarted = await restart();
  assert.equal((await endpoint(restarted.url).ask({ method: 'GET', path: '/healthz' })).status, 200);
  return restarted;
}

const paidRoute = /^GET \/projects\/1\/knowledge-base\/search$|^POST \/grounding\/analyze$/;

/** A platform that takes a moment for each paid call. */
async function payingPlatform(scope: Scope): Promise<FakePlatform> {
  const platform = await fakePlatform(scope);
  platform.on(/^GET \/projects\/1\/knowledge-base\/search$/, async (...given) => {
    await systemClock.sleep(60);
    await says({ data: [] })(...given);
  });
  platform.on('POST /grounding/analyze', async (response, arrival) => {
    await systemClock.sleep(60);
    await says({ audit_id: auditOf(arrival), status: 'queued' }, 202)(response, arrival);
  });
  platform.on(/^GET \/grounding\/audits\//, (response, arrival) =>
    says({ audit_id: arrival.route.split('/').at(-1), status: 'completed' })(response, arrival),
  );
  return platform;
}

const auditOf = ({ body }: Arrival): string => createHash('sha256').update(body).digest('hex').slice(0, 12);

async function audit({ jobs }: Loaded, platform: FakePlatform, location: string): Promise<void> {
  const calls = platform.to(paidRoute).map(({ target, body }) => target + body);
  const twice = calls.filter((call, at) => calls.indexOf(call) !== at);
  assert.deepEqual(twice, [], 'paid twice');
  // Of a call whose replica was killed before the platform's answer came, nobody can know more.
  const lost = jobs.filter(({ state }) => state !== 'completed' && state !== 'outcome_unknown');
  assert.deepEqual(lost, [], 'jobs lost');
  const state = await openState(location);
  try {
    assert.deepEqual(await state.check(), []);
    const { reserved } = await state.ledger.unfinished();
    const entries = calls.length;
    assert.ok(entries <= budget, `${entries} paid calls exceed the budget of ${budget}`);
    // Every call left until nothing was left: what is not with the platform is in doubt.
    assert.ok(entries + reserved >= budget, `${entries} paid and ${reserved} held of ${budget}`);
  } finally {
    await state.close();
  }
}
