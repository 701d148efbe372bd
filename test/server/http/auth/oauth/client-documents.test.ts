import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { agree, browser, exchange, redirect, register, request } from '../../../../mcp/support/oauth-server.ts';
import { stage, type Stage } from './stage.ts';

/** A stage on which that address has that document. */
const stageWith = (address: string, document: string): Promise<Stage> =>
  stage({
    fetch: async (url) =>
      new Response(url === address ? document : '', { headers: { 'content-type': 'application/json' } }),
  });

const kilobyte = 1_024;
const encoded = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');

it.each([
  [16 * kilobyte, 200],
  [16 * kilobyte + 1, 401],
])('the keys of a client may have 16 kB: with %i bytes its proof is answered with %i', async (bytes, status) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'ES256' }] };
  const jwks_uri = `https://app.host.example/${bytes}.json`;
  const here = await stageWith(jwks_uri, JSON.stringify(keys).padEnd(bytes));
  const metadata = {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks_uri,
  };
  const asked = await request(here, 'read', {}, metadata);
  const landed = await agree(browser(here), asked.address, 'token-of-ann');
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: asked.client, sub: asked.client, aud: here.origin, jti: randomUUID(), iat: now, exp: now + 60 };
  const payload = `${encoded({ alg: 'ES256', kid: 'a' })}.${encoded(claims)}`;
  const proof = sign('sha256', Buffer.from(payload), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const answer = await exchange(here, {
    grant_type: 'authorization_code',
    client_id: asked.client,
    code: landed.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: asked.verifier,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${payload}.${proof.toString('base64url')}`,
  });
  expect([answer.status, answer.body['error']]).toEqual([status, status === 200 ? undefined : 'invalid_client']);
});

it.each([
  [16 * kilobyte, 201],
  [16 * kilobyte + 1, 400],
])('so may the addresses that it shares: with %i bytes it is answered with %i', async (bytes, status) => {
  const sector_identifier_uri = `https://app.host.example/sector-${bytes}.json`;
  const here = await stageWith(sector_identifier_uri, JSON.stringify([redirect]).padEnd(bytes));
  expect((await register(here, { sector_identifier_uri })).status).toBe(status);
});
