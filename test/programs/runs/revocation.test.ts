import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { asCaller } from '../../mcp/support/as-caller.ts';
import { modernClient, startHttp, type HttpClient, type HttpServer } from '../../mcp/support/http-server.ts';
import {
  browser,
  hidden,
  oauthSecret,
  signIn,
  startOAuth,
  type OAuthServer,
  type SignedIn,
} from '../../mcp/support/oauth-server.ts';
import { folder } from '../../mcp/support/scope.ts';
import { suiteScope } from '../../mcp/support/suite-scope.ts';

const suite = suiteScope();

/** Writes until it is stopped, whatever its calls end in, and leaves something of the platform's rate to others. */
const endless = `
  for (let n = 0; n < 500; n++)
    try { await platform.projects.update({ id: 1, name: 'name ' + n }); await sleep(300) } catch {}`;

interface RunAnswer {
  readonly error?: { readonly code: string; readonly cause?: string; readonly message: string };
  readonly run: { readonly run_id: string; readonly state: string };
}

const home = folder(suite);
const env = { XDG_STATE_HOME: home, VISIBILITY_STATE: join(home, 'state.db'), VISIBILITY_RATE: '6000' };
const here = await startOAuth(suite, { env });
/** On the same store. */
const other = await startHttp(suite, {
  args: ['--auth', 'oauth', '--public-url', here.origin],
  env: { ...env, VISIBILITY_SANDBOX: 'true', VISIBILITY_SECRET: oauthSecret },
});

const at = (server: HttpServer, { tokens }: SignedIn): HttpClient =>
  modernClient(asCaller(server, String(tokens['access_token'])));

const lookAt = async (client: HttpClient, job_id: string): Promise<RunAnswer> =>
  (await client.call('job_wait', { job_id, wait_s: 0 })) as unknown as RunAnswer;

/** A program that reads once. */
const lookUp = (client: HttpClient): Promise<unknown> =>
  client.call('run_code', { code: 'return (await platform.account.get()).data.id', may: ['read'], wait_s: 30 });

/** How many writes have arrived, as the name of the project says. */
const writes = async (client: HttpClient): Promise<number> => {
  const { data } = await client.call('call_read', { operation: 'projects.list', arguments: {}, fields: ['name'] });
  const names = JSON.stringify(data).matchAll(/"name (\d+)"/g);
  return Math.max(0, ...Array.from(names, ([, n]) => Number(n)));
};

/** As the client that has the token. */
async function revoke(token: 'access_token' | 'refresh_token', { client_id, tokens }: SignedIn): Promise<void> {
  const body = new URLSearchParams({ token: String(tokens[token]), client_id });
  const origin = new URL(other.url).origin;
  expect((await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
}

async function revokeOnPage({ origin }: Pick<OAuthServer, 'origin'>): Promise<void> {
  const visit = browser({ origin });
  const inside = await visit('/account', { ...hidden((await visit('/account')).html), token: 'sandbox-guest' });
  for (const [, grant = ''] of inside.html.matchAll(/name="revoke" value="([^"]+)"/g))
    await visit('/account', { ...hidden(inside.html), revoke: grant });
}

it.each<[string, string, (signed: SignedIn) => Promise<void>]>([
  [
    'the client gives back its access token, at another server',
    'sandbox-owner',
    (signed) => revoke('access_token', signed),
  ],
  [
    'the client gives back its refresh token, at another server',
    'sandbox-member',
    (signed) => revoke('refresh_token', signed),
  ],
  ['its person ends the connection at /account', 'sandbox-guest', () => revokeOnPage(here)],
])('a program is stopped before its next call once %s', async (_, token, end) => {
  // Another host of the same person, whose sign-in keeps nothing of this one alive.
  await lookUp(at(here.server, await signIn(here, 'read write', token)));
  const signed = await signIn(here, 'read write', token);
  const started = (await at(here.server, signed).call('run_code', {
    code:
      token === 'sandbox-guest' ? endless.replace('id: 1', 'id: (await platform.projects.list()).data[0].id') : endless,
    may: ['read', 'write'],
    wait_s: 1,
  })) as unknown as RunAnswer;
  const id = started.run.run_id;
  await end(signed);
  // The same person, signed in again.
  const again = at(here.server, await signIn(here, 'read write', token));
  const then = await writes(again);
  await vi.waitFor(async () => expect((await lookAt(again, id)).run.state).toBe('failed'), {
    timeout: 60_000,
    interval: 100,
  });
  const ended = await lookAt(again, id);
  expect(ended.error).toMatchObject({
    code: 'run_failed',
    cause: 'unauthorized',
    message: expect.stringContaining('revoked'),
  });
  // One may have been sent before the connection ended.
  expect((await writes(again)) - then).toBeLessThanOrEqual(1);
  expect(await lookUp(again)).toMatchObject({ run: { state: 'completed' } });
});
