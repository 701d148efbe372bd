import { expect, it } from 'vitest';
import { platformFor } from '../support/platform.ts';
import { openHttp } from '../mcp/support/in-process.ts';
import { modernClient, startHttp } from '../mcp/support/http-server.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';
import { postgresServer } from '../support/state/schemas.ts';
import { freshStore, type Engine } from '../support/state/store.ts';

const engines: readonly Engine[] = postgresServer ? ['sqlite', 'postgres'] : ['sqlite'];

const newerStore = "UPDATE meta SET value = '99' WHERE key = 'schema'";

it.for(engines)(
  'a replica that is older than the store is not ready, sends nothing, and says what to do: %s',
  async (engine, scope) => {
    const store = await freshStore(engine);
    scope.onTestFinished(() => store[Symbol.asyncDispose]());
    const platform = await platformFor(scope);
    const env = pointedAt(platform, { VISIBILITY_STATE: store.location });
    // Goes on: a running process opened the store before it was migrated.
    const running = await openHttp(scope, { env });
    const call = { operation: 'projects.list' };
    expect((await modernClient(running).call('call_read', call)).ok).toBe(true);
    await store.query(newerStore);
    const started = await openHttp(scope, { env });
    const before = platform.seen.length;
    expect(await modernClient(started).call('call_read', call)).toMatchObject({
      ok: false,
      error: {
        code: 'unreachable',
        outcome: 'not_sent',
        message: expect.stringMatching(/version 99.*use the newer program.*restore the backup/),
      },
    });
    const probe = await started.ask({ method: 'GET', path: '/readyz' });
    expect([probe.status, JSON.parse(probe.body)]).toMatchObject([503, { state: 'unreachable' }]);
    const sent = platform.seen.slice(before).filter(({ headers }) => headers.authorization);
    expect(sent).toEqual([]);
    expect((await modernClient(running).call('call_read', call)).ok).toBe(true);
  },
);

it.for(['platform', 'oauth'] as const)(
  'a replica that is older than the store does not start where callers bring tokens, and says what to do: --auth %s',
  async (auth, scope) => {
    const store = await freshStore('sqlite');
    scope.onTestFinished(async () => store[Symbol.asyncDispose]());
    const platform = await platformFor(scope);
    const env = {
      VISIBILITY_API_URL: platform.url,
      VISIBILITY_STATE: store.location,
      VISIBILITY_AUTH: auth,
      VISIBILITY_PUBLIC_URL: 'https://mcp.example.com',
      VISIBILITY_SECRET: 's'.repeat(40),
    };
    // Goes on: a running process opened the store before it was migrated.
    const running = await openHttp(scope, { env });
    await store.query(newerStore);
    await expect(startHttp(scope, { env })).rejects.toThrow(
      /visibility-mcp: [^\n]*version 99[^\n]*use the newer program[^\n]*restore the backup[^\n]*\n$/,
    );
    expect((await running.ask({ method: 'GET', path: '/readyz' })).status).toBe(200);
  },
);
