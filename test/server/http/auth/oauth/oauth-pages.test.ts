import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { agree, browser, hidden, request } from '../../../../mcp/support/oauth-server.ts';
import { stage, type Stage } from './stage.ts';

const ann = 'token-of-ann';
const hour = 3_600_000;

/** A page and its cookies, opened without a browser that follows redirects. */
async function visit(here: Stage, address: string, init: RequestInit = {}) {
  const { pathname, search } = new URL(address, here.origin);
  const response = await fetch(`${here.origin}${pathname}${search}`, { redirect: 'manual', ...init });
  const cookies = response.headers.getSetCookie();
  return { response, cookies, cookie: cookies.map((one) => one.split(';')[0]).join('; ') };
}

describe('the page of a sign-in', () => {
  it('has nothing filled in, and keeps no token that was not typed', async () => {
    const here = await stage();
    const visitor = browser(here);
    const form = await visitor((await request(here, 'read')).address);
    expect(form.html).toContain('name="read_only"');
    expect(form.html).not.toContain('checked');
    const undecided = await visitor(form.url, { ...hidden(form.html), token: '' });
    expect(undecided.html).toContain('Choose “Allow” or “Deny”');
    expect(undecided.html).not.toContain('name="kept_token"');
  });

  it('asks for the token again where the client asks for another sign-in', async () => {
    const here = await stage();
    const visitor = browser(here);
    await agree(visitor, (await request(here, 'read')).address, ann);
    expect((await visitor((await request(here, 'read')).address)).html).toContain('You are signed in');
    const again = await visitor((await request(here, 'read', { prompt: 'login' })).address);
    expect(again.html).toContain('name="token"');
    expect(again.html).not.toContain('You are signed in');
  });

  it('names an application by its scheme, whatever that ends with', async () => {
    const here = await stage();
    const address = 'com.example.https://claude.ai/callback';
    const asked = await request(here, 'read', { redirect_uri: address }, { redirect_uris: [address] });
    const { html } = await browser(here)(asked.address);
    expect(html).toContain('scheme com.example.https<');
    expect(html).not.toContain('claude.ai');
  });

  it('names a client by its id whose registration is gone', async () => {
    const here = await stage();
    const visitor = browser(here);
    const asked = await request(here, 'read');
    const form = await visitor(asked.address);
    await here.documents.remove('Client', createHash('sha256').update(asked.client).digest('base64url'));
    expect((await visitor(form.url)).html).toContain(asked.client);
  });

  it('takes a form that is posted, and no other', async () => {
    const here = await stage();
    const authorized = await visit(here, (await request(here, 'read')).address);
    const page = authorized.response.headers.get('location') ?? '';
    const headers = { cookie: authorized.cookie };
    const { csrf = '' } = hidden(await (await visit(here, page, { headers })).response.text());
    const send = (method: string) =>
      visit(here, page, { method, headers, body: new URLSearchParams({ csrf, token: ann, decision: 'allow' }) });
    expect((await send('PUT')).response.status).toBe(403);
    expect((await send('POST')).response.status).toBe(303);
  });

  it('has deleted everything of a person from the store after eight hours', async () => {
    const here = await stage();
    await agree(browser(here), (await request(here, 'read')).address, ann);
    expect(await here.documents.find('Person', 'ann')).toBeDefined();
    here.pass(8 * hour + 1_000);
    expect(await here.documents.find('Person', 'ann')).toBeUndefined();
  });
});

describe('/account', () => {
  it('takes a token with spaces around it, and none as none', async () => {
    const here = await stage();
    const visitor = browser(here);
    const form = hidden((await visitor('/account')).html);
    const none = await visitor('/account', form);
    expect([none.status, none.html]).toEqual([400, expect.stringContaining('Enter your platform token')]);
    expect((await visitor('/account', { ...form, token: `  ${ann} ` })).html).toContain('sign_out');
  });

  it('sets its cookie when a person signs in or out, and at no other time', async () => {
    const here = await stage();
    const send = async (cookie: string, fields: Record<string, string>) => {
      const headers = { cookie };
      const form = hidden(await (await visit(here, '/account', { headers })).response.text());
      return visit(here, '/account', { method: 'POST', headers, body: new URLSearchParams({ ...form, ...fields }) });
    };
    const { cookie } = await send('', { token: ann });
    expect(cookie).toContain('visibility_account=');
    expect((await send(cookie, { revoke: 'none' })).cookies).toEqual([]);
    expect((await send(cookie, { sign_out: '1' })).cookies).toHaveLength(1);
  });
});
