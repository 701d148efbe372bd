import { expect, it, type TestContext } from 'vitest';
import { json, later, platformFor } from '../support/platform.ts';
import { openHttp } from '../mcp/support/in-process.ts';
import { modernClient, type HttpClient } from '../mcp/support/http-server.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';
import { busiest } from '../support/bench.ts';
import { fastClock } from '../support/clock/fast-clock.ts';
import { asAdministrator, postgresServer } from '../support/state/schemas.ts';
import { freshStore } from '../support/state/store.ts';

/** How many times faster than the machine's the time of replicas and database passes: so does the patience of the one with the other. */
const speed = 5;

/** More than a minute's, so that some must wait. */
const sent = 90;

/** A store whose database takes the time from a function of its own, which hides the server's. */
async function fasterStore(scope: TestContext): Promise<string> {
  const store = await freshStore('postgres');
  scope.onTestFinished(() => store[Symbol.asyncDispose]());
  const address = new URL(store.location);
  const options = address.searchParams.get('options') ?? '';
  const schema = /search_path=(\w+)/.exec(options)?.[1] ?? '';
  await asAdministrator((client) =>
    client.query(
      `CREATE FUNCTION ${schema}.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
       $$ SELECT now_then + (pg_catalog.clock_timestamp() - now_then) * ${speed} FROM (SELECT '${new Date().toISOString()}'::timestamptz AS now_then) AS begin $$`,
    ),
  );
  address.searchParams.set('options', options.replace(schema, `${schema},pg_catalog`));
  return address.href;
}

it.runIf(postgresServer)(
  'three replicas together make 60 requests a minute with one token, and not one more',
  { timeout: 120_000 },
  async (scope) => {
    const platform = await platformFor(scope);
    let calls = 0;
    // Answers that take up to six seconds: requests are counted at their arrival, and their slots run from the answer.
    platform.on('GET /projects', () => later(((calls++ * 577) % 6_000) / speed, json({ data: [] })));
    const env = pointedAt(platform, { VISIBILITY_STATE: await fasterStore(scope), VISIBILITY_MAX_WAIT: '600' });
    const clock = fastClock(speed);
    const clients: HttpClient[] = [];
    // One after the other, each up to its first use of the store: patience with the database passes faster as well.
    for (let replica = 1; replica <= 3; replica++) {
      const client = modernClient(await openHttp(scope, { env, clock }));
      await client.call('job_list', {});
      clients.push(client);
    }
    const answers = await Promise.all(
      Array.from({ length: sent }, (_, n) =>
        clients[n % 3]?.call('call_read', { operation: 'projects.list', arguments: { page: n + 1 } }),
      ),
    );
    expect(answers.filter((answer) => !answer?.ok)).toEqual([]);
    const arrivals = platform.to('GET /projects').map(({ at }) => at * speed);
    expect(arrivals).toHaveLength(sent);
    expect(
      busiest(
        platform.seen.map(({ at }) => at * speed),
        60_000,
      ),
    ).toBe(60);
  },
);
