import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';
import { systemClock } from '../../src/clock.ts';
import { happeningsBetween, lowLimits } from '../../src/cli/watch/happenings.ts';
import { lookAt } from '../../src/cli/watch/look-at.ts';
import { operationNamed } from '../../src/catalog/index.ts';
import type { Client } from '../../src/client/client.ts';
import { PlatformRefused } from '../../src/client/errors/platform-refused.ts';
import { openStage } from '../workflows/support/stage.ts';
import { runHere, temporaryFolder } from './program.ts';

const secret = 'a-key-of-the-operator';

/** A receiver that answers with `status`, and what it got. */
async function receiver() {
  const got: { readonly body: string; readonly signature: unknown }[] = [];
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ body, signature: request.headers['x-visibility-signature'] });
      response.writeHead(answer.status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got, answer };
}

const monday = Date.UTC(2026, 0, 5);

/** The address of a platform with its usual content. */
async function sandboxAt(options: Partial<SandboxOptions>): Promise<string> {
  const { url, close } = await startSandbox({ clock: systemClock, rate: 0, ...options });
  onTestFinished(close);
  return url;
}

it('watch compares each look with the one before, and loses nothing that a receiver has not taken', async () => {
  const api = await sandboxAt({ startsAt: monday });
  const folder = temporaryFolder();
  const key = join(folder, 'key');
  writeFileSync(key, `${secret}\n`);
  const env = { VISIBILITY_API_URL: api, VISIBILITY_API_TOKEN: 'sandbox-owner', XDG_STATE_HOME: folder };
  const hook = await receiver();
  const look = () =>
    runHere(['watch', 'all', '--drop', '1', '--post', hook.url, '--post-secret', key, '--rate', '1000'], { env });
  const first = await look();
  expect([first.code, first.stdout]).toEqual([0, '']);
  expect(first.stderr).toContain('this is the first look');
  const same = await look();
  expect([same.code, same.stdout, hook.got]).toEqual([0, '', []]);
  const advanced = await fetch(new URL('/sandbox/clock', api), {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-admin' },
    body: '{"advance":"60d"}',
  });
  expect(advanced.status).toBe(200);
  // A redirect is no acceptance, and is not followed.
  hook.answer.status = 302;
  const changed = await look();
  expect(changed.code).toBe(1);
  expect(changed.stdout.trim().split('\n').length).toBeGreaterThan(0);
  expect(hook.got).toHaveLength(1);
  hook.answer.status = 204;
  const later = await look();
  expect([later.code, later.stdout, hook.got.length]).toEqual([0, '', 2]);
  for (const { body, signature } of hook.got) {
    expect((JSON.parse(body) as { text: string }).text).toBe(changed.stdout.trim());
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  }
  expect([(await look()).code, hook.got.length]).toEqual([0, 2]);
});

it('watch all looks at the brands of all accounts, tells whose they are, and passes over one that does not answer', async () => {
  const api = await sandboxAt({ startsAt: monday, fixtures: 'year' });
  const folder = temporaryFolder();
  const file = join(folder, 'accounts.json');
  for (const token of ['sandbox-owner', 'sandbox-other']) writeFileSync(join(folder, token), token, { mode: 0o600 });
  const accounts = {
    acme: { token_file: 'sandbox-owner', api_url: api },
    globex: { token_file: 'sandbox-other', api_url: 'http://127.0.0.1:9/api/v1' },
  };
  writeFileSync(file, JSON.stringify(accounts), { mode: 0o600 });
  const hook = await receiver();
  const key = join(folder, 'key');
  writeFileSync(key, `${secret}\n`);
  const env = { VISIBILITY_ACCOUNTS: file, XDG_STATE_HOME: folder, VISIBILITY_RATE: '1000', VISIBILITY_MAX_WAIT: '5' };
  const look = (...more: string[]) => runHere(['watch', 'all', ...more], { env });
  const first = await look();
  expect([first.code, first.stdout]).toEqual([4, '']);
  expect(first.stderr).toContain('globex: cannot be looked at');
  expect(first.stderr).toContain('acme: Bergquell: this is the first look');
  await fetch(new URL('/sandbox/clock', api), {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-admin' },
    body: '{"advance":"35d"}',
  });
  const { code, stdout } = await look('--account', 'acme', '--post', hook.url, '--post-secret', key);
  expect(code).toBe(10);
  expect(stdout).toMatch(/^acme: Bergquell: the index fell/m);
  expect(stdout).toContain('acme: Bergquell: neues-magazin.example is cited now.');
  expect(stdout).toContain('acme: Bergquell: a claim to check appeared: the source of Bergquell has run dry');
  expect((JSON.parse(hook.got[0]?.body ?? '{}') as { text: string }).text).toBe(stdout.trim());
});

it('watch of a brand that there is not says which ones there are, without the secrets of this program', async () => {
  const api = await sandboxAt({});
  const httpToken = 'what-callers-over-http-have-to-know';
  const platform = { VISIBILITY_API_URL: api, VISIBILITY_API_TOKEN: 'sandbox-owner' };
  const env = { ...platform, VISIBILITY_HTTP_TOKEN: httpToken, XDG_STATE_HOME: temporaryFolder() };
  const { code, stderr } = await runHere(['watch', 'nobody'], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('There are: Fjordkiste (fjordkiste.example, id 2001).')]);
  const renamed = await fetch(`${api}/tracking-projects/2001`, {
    method: 'PUT',
    headers: { authorization: 'Bearer sandbox-owner', 'content-type': 'application/json' },
    body: JSON.stringify({ brand_name: `The ${httpToken} shop` }),
  });
  expect(renamed.status).toBe(200);
  expect((await runHere(['watch', 'nobody'], { env })).stderr).toContain('There are: The [secret] shop (');
});

it('watch sees each kind of happening, once, and says what it cannot judge', () => {
  const before = {
    brand: 'A',
    index: 50,
    own: 20,
    rivals: { B: 20, C: 30, D: 10 },
    domains: ['a.example', 'b.example'],
    claims: { 1: 'x' },
  };
  const now = {
    ...before,
    index: 47,
    own: 10,
    domains: ['b.example', 'c.example'],
    claims: { 1: 'x', 2: 'y' },
  };
  const kinds = (drop: number) => happeningsBetween(before, now, drop).happened.map(({ kind }) => kind);
  expect(kinds(3)).toEqual(['index_fell', 'competitor_passed', 'domain_gained', 'domain_lost', 'false_claim']);
  expect(kinds(3.5)).not.toContain('index_fell');
  expect(happeningsBetween(now, now, 1)).toEqual({ happened: [], unjudged: [] });
  expect(happeningsBetween(before, { brand: 'A' }, 1)).toEqual({
    happened: [],
    unjudged: ['index', 'competitors', 'cited domains', 'claims'].map((rule) => `A: ${rule} cannot be judged`),
  });
});

it.each([
  { left: 10, spent: 40, reserved: 50, isLow: false },
  { left: 9, spent: 41, reserved: 50, isLow: true },
  { left: 9, spent: 91, reserved: 0, isLow: true },
  { left: 0, spent: 0, reserved: 0, isLow: false },
])('watch counts a limit as nearly used up when less than a tenth is neither spent nor reserved: %j', (limit) => {
  expect(lowLimits([{ limit: '100/day', ...limit }])).toEqual(limit.isLow ? ['100/day'] : []);
});

it.each([
  ['a token that is refused ends the look', 401, undefined],
  ['a part that the platform refuses is not judged', 403, 'absent'],
  ['a list that goes on is not judged', undefined, 'absent'],
  ['a list with a row of another form is not judged', undefined, 'odd'],
  ['a list that is whole is', undefined, 'present'],
] as const)('watch: %s', async (_, status, domains) => {
  await using it = await openStage();
  const listed = operationNamed('cited_sources.list');
  const call = async (of: unknown, given: Record<string, unknown>, options: object) => {
    if (of !== listed.name || given['group_by'] !== 'domain')
      return it.client.call(of as never, given as never, options);
    if (status !== undefined) throw new PlatformRefused(listed, status, { message: 'No.' });
    if (domains === 'odd') return { data: [{ domain: 'b.example' }, { domain: null }], page: { last_page: 1 } };
    const incomplete = domains === 'present' ? undefined : { rows: 1, says: 'the list goes on' };
    return { data: [{ domain: 'b.example' }, { domain: 'a.example' }], page: { last_page: 1 }, incomplete };
  };
  const look = lookAt({ ...it.client, call } as unknown as Client, '2001', {});
  if (domains === undefined) return expect(look).rejects.toMatchObject({ status: 401 });
  expect((await look).domains).toEqual(domains === 'present' ? ['a.example', 'b.example'] : undefined);
});

it.each([
  [false, { 1: expect.any(String) }],
  [true, undefined],
])('watch judges the claims unless their list goes on: %s', async (goesOn, claims) => {
  await using it = await openStage();
  const call = async (of: unknown, given: object, options: object) => {
    if (of !== 'accuracy.list') return it.client.call(of as never, given as never, options);
    const total = goesOn ? 500 : 1;
    return {
      data: [{ id: 1, claim_normalized: 'It is closed on Mondays.', severity: 'high' }],
      page: { page: 1, per_page: 1, total, last_page: 1 },
    };
  };
  expect((await lookAt({ ...it.client, call } as unknown as Client, '2001', {})).claims).toEqual(claims);
});

it.each([
  [['--drop', 'many'], '--drop'],
  [['--post', 'https://example.com/x'], '--post-secret'],
  [['--post', 'http://example.com/x', '--post-secret', import.meta.filename], 'https://'],
])('watch %j is refused as wrong use', async (args, says) => {
  const { code, stderr } = await runHere(['watch', ...args], { env: { VISIBILITY_SANDBOX: 'true' } });
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
});
