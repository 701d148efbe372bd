import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/network/free-port.ts';
import { postgresServer } from '../../support/state/schemas.ts';
import { freshStore } from '../../support/state/store.ts';
import { openOAuth } from '../support/in-process.ts';
import { asCaller } from '../support/as-caller.ts';
import { modernClient } from '../support/http-server.ts';
import { initialize } from '../support/message.ts';
import {
  browser,
  exchange,
  hidden,
  request,
  signIn,
  type OAuthServer,
  type SignedIn,
} from '../support/oauth-server.ts';
import { folder } from '../support/scope.ts';

const [older, newer] = ['o'.repeat(40), 'n'.repeat(40)];
const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize() };

const refresh = (here: OAuthServer, { client_id, tokens }: SignedIn) =>
  exchange(here, { grant_type: 'refresh_token', client_id, refresh_token: String(tokens['refresh_token']) });

it.each(postgresServer ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const))(
  'sign-ins outlast a change of the secret while the old one is in the list, on %s',
  async (engine) => {
    await using store = await freshStore(engine);
    const [port, home] = [await freePort(), folder({ onTestFinished })];
    let running: Awaited<ReturnType<typeof openOAuth>> | undefined;
    /** The same server again, with other secrets. */
    const restart = async (secret: string): Promise<OAuthServer> => {
      await running?.server.close();
      const env = { VISIBILITY_SECRET: secret, VISIBILITY_STATE: store.location, XDG_STATE_HOME: home };
      running = await openOAuth({ onTestFinished }, { port, env });
      return running;
    };
    const serves = async (here: OAuthServer, tokens: Record<string, string>): Promise<boolean> =>
      (
        await modernClient(asCaller(here.server, String(tokens['access_token']))).call('call_read', {
          operation: 'account.get',
        })
      ).ok;

    let here = await restart(older);
    const kept = await signIn(here, 'read', 'sandbox-owner');
    const [first, second] = [await signIn(here, 'read', 'sandbox-owner'), await signIn(here, 'read', 'sandbox-member')];
    expect(await serves(here, kept.tokens)).toBe(true);
    const [visit, asked] = [browser(here), await request(here, 'read')];
    const form = await visit(asked.address);

    here = await restart(`${newer},${older}`);
    const sent = await visit(form.url, { ...hidden(form.html), token: 'sandbox-owner', decision: 'allow' });
    expect(new URL(sent.url).searchParams.get('code')).toBeTruthy();
    expect(await serves(here, kept.tokens)).toBe(true);
    expect((await refresh(here, kept)).status).toBe(200);
    const refreshed = await refresh(here, first);
    expect(await serves(here, refreshed.body)).toBe(true);
    const fresh = await signIn(here, 'read', 'sandbox-guest');

    here = await restart(newer);
    expect(await serves(here, fresh.tokens)).toBe(true);
    expect((await refresh(here, fresh)).status).toBe(200);
    const refused = await asCaller(here.server, String(second.tokens['access_token'])).ask({ body: handshake });
    expect(refused.status).toBe(401);
    expect(refused.body).toContain('Sign in');
    expect(refused.headers['www-authenticate']).toMatch(/error="invalid_token".*resource_metadata=/);
    // The registration of the client cannot be read either: it registers again, and the person signs in.
    expect((await refresh(here, second)).body['error']).toBe('invalid_client');

    const stored = Buffer.concat(await store.contents()).toString('latin1');
    for (const secret of ['sandbox-guest', fresh.tokens['access_token'], fresh.tokens['refresh_token']])
      expect(stored).not.toContain(String(secret));
  },
);
