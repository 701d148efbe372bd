import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { jumpingClock } from '../../support/clock/jumping-clock.ts';
import { postgresServer } from '../../support/state/schemas.ts';
import { freshStore } from '../../support/state/store.ts';
import { openHttp } from '../support/in-process.ts';
import { asCaller } from '../support/as-caller.ts';
import { json, platformFor } from '../../support/platform.ts';
import { modernClient, olderClient, type Served } from '../support/http-server.ts';
import { fault, initialize } from '../support/message.ts';
import { pointedAt } from '../support/stdio-host.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
let server: Served;

beforeAll(async () => {
  server = await openHttp(suite, {
    args: ['--auth', 'platform'],
    env: { VISIBILITY_SANDBOX: 'true', VISIBILITY_SANDBOX_SPEED: '1', VISIBILITY_BUDGET: '100/day' },
  });
});

const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize() };
const analyze = (url: string) => ({ operation: 'grounding.analyze', arguments: { url }, wait_s: 0 });
const tools = async (of: Served) => {
  const { result = {} } = await modernClient(of).request('tools/list');
  return (result['tools'] as { name: string }[]).map(({ name }) => name);
};

describe('a request', () => {
  it('without a platform token, or with an unknown one, is refused with 401', async () => {
    const without = await server.ask({ body: handshake });
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await asCaller(server, 'nobody').ask({ body: handshake })).status).toBe(401);
  });

  it.each(postgresServer ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const))(
    'with a token that the platform does not know leaves nothing in the store, on %s',
    async (engine) => {
      await using store = await freshStore(engine);
      const own = await openHttp(
        { onTestFinished },
        {
          args: ['--auth', 'platform'],
          env: { VISIBILITY_SANDBOX: 'true', VISIBILITY_STATE: store.location },
        },
      );
      for (const guess of ['one', 'two', 'three'])
        expect((await asCaller(own, guess).ask({ body: handshake })).status).toBe(401);
      expect(await store.query('SELECT * FROM slots')).toEqual([]);
    },
  );

  it('with a token that the platform does not answer for leaves nothing in the store that stays', async () => {
    const platform = await platformFor({ onTestFinished });
    platform.on('GET /account', json({ message: 'Server error.' }, 500));
    await using store = await freshStore('sqlite');
    const clock = jumpingClock({ onTestFinished });
    const env = pointedAt(platform, { VISIBILITY_STATE: store.location });
    const own = await openHttp({ onTestFinished }, { args: ['--auth', 'platform'], env, clock });
    const accounts = async () => (await store.query('SELECT DISTINCT account FROM slots')).length;
    for (const stranger of ['one', 'two', 'three'])
      expect((await asCaller(own, stranger).ask({ body: handshake })).status).toBe(503);
    expect(await accounts()).toBe(3);
    // The window of the rate limit.
    clock.jump(120_000);
    platform.on('GET /account', json({ id: 1 }));
    expect((await asCaller(own, 'known').ask({ body: handshake })).status).toBe(200);
    expect(await accounts()).toBe(1);
    platform.on('GET /account', json({ message: 'This token may not do that.' }, 403));
    expect((await asCaller(own, 'barred').ask({ body: handshake })).status).toBe(401);
  });

  it('about health needs none', async () => {
    expect((await server.ask({ method: 'GET', path: '/healthz' })).status).toBe(200);
  });

  it('with a platform token is served as the person it belongs to, in both eras', async () => {
    const operation = { operation: 'account.get' };
    const owner = await modernClient(asCaller(server, 'sandbox-owner')).call('call_read', operation);
    const member = await (await olderClient(asCaller(server, 'sandbox-member'))).call('call_read', operation);
    expect(owner.ok && member.ok).toBe(true);
    expect((owner.data as { id: number }).id).not.toBe((member.data as { id: number }).id);
  });

  it('narrowed by headers that cannot be read is refused, since a limit must not turn into none', async () => {
    for (const headers of [{ 'visibility-budget': 'lots' }, { 'visibility-read-only': 'maybe' }] as Record<
      string,
      string
    >[])
      expect((await asCaller(server, 'sandbox-owner', headers).ask({ body: handshake })).status).toBe(400);
  });
});

it('callers of one team share its money', async () => {
  const seenBy = async (token: string): Promise<number> => {
    const { data } = await modernClient(asCaller(server, token)).call('credits');
    const [limit] = (data as { limits: { spent: number; reserved: number }[] }).limits;
    // A job may end between two reads: what was reserved is spent then.
    return (limit?.spent ?? 0) + (limit?.reserved ?? 0);
  };
  const owner = modernClient(asCaller(server, 'sandbox-owner'));
  expect((await owner.call('call_paid', analyze('https://shared.example/'))).ok).toBe(true);
  const seen = await seenBy('sandbox-owner');
  expect(seen).toBeGreaterThan(0);
  expect(await seenBy('sandbox-member')).toBe(seen);
});

describe('a caller who narrows', () => {
  it('to reading has no tool that changes anything', async () => {
    const names = await tools(asCaller(server, 'sandbox-guest', { 'visibility-read-only': 'true' }));
    expect(names).toContain('call_read');
    expect(names).not.toContain('call_paid');
    expect(await tools(asCaller(server, 'sandbox-guest'))).toContain('call_paid');
  });

  it('cannot widen a session that it opened', async () => {
    const narrow = asCaller(server, 'sandbox-guest', { 'visibility-read-only': 'true' });
    const { session, request } = await olderClient(narrow);
    const headers = { 'mcp-session-id': String(session), 'mcp-protocol-version': '2025-11-25' };
    const body = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    expect((await asCaller(server, 'sandbox-guest').ask({ headers, body })).status).toBe(400);
    expect((await request('tools/list')).result).toBeDefined();
  });

  it('the budget gets that limit in addition to those of the operator, and can widen nothing', async () => {
    const narrow = modernClient(asCaller(server, 'sandbox-guest', { 'visibility-budget': '0/call' }));
    expect(fault(await narrow.call('call_paid', analyze('https://narrow.example/'))).code).toBe('budget_exceeded');
    const wide = modernClient(asCaller(server, 'sandbox-guest', { 'visibility-budget': '9999/day' }));
    const { limits } = (await wide.call('credits')).data as { limits: { limit: string; from: string }[] };
    expect(limits.map(({ limit, from }) => [limit, from])).toEqual([
      ['100/day', 'setting'],
      ['9999/day', 'caller'],
    ]);
  });

  it('to toolsets that the operator has not opened gets none of them', async () => {
    const names = await tools(asCaller(server, 'sandbox-guest', { 'visibility-toolsets': 'articles' }));
    expect(names.filter((name) => name.startsWith('articles_'))).toEqual([]);
  });
});
