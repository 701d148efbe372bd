import { describe, expect, it, type TestContext } from 'vitest';
import { after, json, type Platform, platformFor } from '../support/platform.ts';
import { openHttp } from '../mcp/support/in-process.ts';
import { modernClient, type HttpClient, type Served } from '../mcp/support/http-server.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';
import { postgresServer } from '../support/state/schemas.ts';
import { faultyDatabase, type FaultyDatabase } from './support/faulty-database.ts';

const start = 'POST /grounding/analyze';

interface Stage {
  readonly platform: Platform;
  readonly server: Served;
  readonly client: HttpClient;
  readonly database: FaultyDatabase;
}

/** A server whose database can fail. */
async function stage(scope: TestContext): Promise<Stage> {
  const database = await faultyDatabase(scope);
  const platform = await platformFor(scope);
  platform.on(start, json({ audit_id: 'a-1', status: 'queued' }, 202));
  platform.on('GET /grounding/audits/a-1', json({ audit_id: 'a-1', status: 'completed' }));
  const server = await openHttp(scope, {
    args: ['--metrics-listen', '127.0.0.1:0'],
    env: pointedAt(platform, {
      VISIBILITY_STATE: database.address,
      VISIBILITY_BUDGET: '100/total',
      VISIBILITY_RATE: '600',
    }),
  });
  return { platform, server, client: modernClient(server), database };
}

const analyze = (url: string) => ({ operation: 'grounding.analyze', arguments: { url } });

const probe = async (server: Served): Promise<unknown> => {
  const { status, body } = await server.ask({ method: 'GET', path: '/readyz' });
  return [status, (JSON.parse(body) as { state: string }).state];
};

const isUp = async (server: Served): Promise<boolean> =>
  /^visibility_state_up 1$/m.test(await (await fetch(String(server.metrics))).text());

const refused = (message: RegExp) => ({
  ok: false,
  error: {
    code: 'unreachable',
    outcome: 'not_sent',
    message: expect.stringMatching(message),
    next: expect.stringContaining('doctor'),
  },
});

describe.runIf(postgresServer).concurrent('a database', () => {
  it('that cannot be reached refuses what needs it, and serves again once it is back', async (scope) => {
    const { platform, server, client, database } = await stage(scope);
    expect((await client.call('call_paid', analyze('https://one.example/'))).ok).toBe(true);
    expect([await probe(server), await isUp(server)]).toEqual([[200, 'ok'], true]);
    const before = platform.seen.length;
    await database.cut();
    for (const [tool, args] of [
      ['call_paid', analyze('https://two.example/')],
      ['call_read', { operation: 'projects.list' }],
    ] as const)
      expect(await client.call(tool, args)).toMatchObject(refused(/state database cannot be used/));
    expect(platform.seen.length).toBe(before);
    await scope.expect.poll(() => probe(server)).toEqual([503, 'unreachable']);
    await scope.expect.poll(() => isUp(server)).toBe(false);
    expect((await server.ask({ method: 'GET', path: '/healthz' })).status).toBe(200);
    await database.mend();
    expect((await client.call('call_paid', analyze('https://two.example/'))).ok).toBe(true);
    await scope.expect.poll(() => probe(server)).toEqual([200, 'ok']);
    expect(platform.to(start)).toHaveLength(2);
  });

  it('that takes no writes is reported as such, and one that takes them again is used at once', async (scope) => {
    const { platform, server, client, database } = await stage(scope);
    expect((await client.call('call_paid', analyze('https://one.example/'))).ok).toBe(true);
    await database.takeWrites(false);
    await database.cut();
    await database.mend();
    const answer = await client.call('call_paid', analyze('https://two.example/'));
    expect(answer).toMatchObject(refused(/state database cannot be used/));
    await scope.expect.poll(() => probe(server)).toEqual([503, 'unreachable']);
    expect(platform.to(start)).toHaveLength(1);
    // Connections that are open stay read-only, as those to a former primary do.
    await database.takeWrites(true);
    expect((await client.call('call_paid', analyze('https://two.example/'))).ok).toBe(true);
    await scope.expect.poll(() => probe(server)).toEqual([200, 'ok']);
  });

  it('that is lost during a paid call leaves the call counted, and found later', async (scope) => {
    const { platform, client, database } = await stage(scope);
    expect((await client.call('credits')).ok).toBe(true);
    const answering = Promise.withResolvers<void>();
    platform.on(start, after(answering.promise, json({ audit_id: 'a-1', status: 'queued' }, 202)));
    const call = client.call('call_paid', analyze('https://one.example/'));
    await platform.arrival(start, 1);
    await database.cut();
    answering.resolve();
    expect(await call).toMatchObject({ ok: false, error: { code: 'outcome_unknown', outcome: 'unknown' } });
    await database.mend();
    const { totals } = (await client.call('credits')).data as { totals: { charged: number; reserved: number } };
    expect(totals.charged + totals.reserved).toBe(1);
    const again = await client.call('call_paid', analyze('https://one.example/'));
    expect(again).toMatchObject({
      ok: true,
      job: { state: 'completed', joined: true },
      credits: { charged: 1 },
    });
    expect(platform.to(start)).toHaveLength(1);
  });
});
