import type { IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { SettingError } from '../../../../src/config/setting-error.ts';
import type { Machine } from '../../../../src/config/machines-file.ts';
import { Machines } from '../../../../src/server/auth/oauth/machines.ts';
import { OAuthAuthenticator } from '../../../../src/server/auth/oauth/oauth-authenticator.ts';
import { createSealer } from '../../../../src/server/auth/oauth/sealer.ts';

const resource = 'https://mcp.example/mcp';
const token = { grantId: 'g', aud: resource as string | string[], scopes: new Set(['read', 'paid']) };
const connection = {
  caller: 'c',
  access: 'a',
  grant: 'g',
  token: 'platform-token',
  budget: '50/day',
  readOnly: true,
};

const sealer = createSealer(['s'.repeat(32)]);
const machine: Machine = {
  name: 'reader',
  secretHash: 'f'.repeat(64),
  token: () => 'token',
  tokenFile: '',
  scopes: ['read'],
  budget: [],
};

/** `found`: what the authorization server has; an error: it cannot look. */
function authenticator(
  found: { token?: object; machineToken?: object; connection?: object; failure?: Error } = {},
): OAuthAuthenticator {
  const { failure, machineToken, ...given } = { token, connection, ...found };
  const server = {
    resource,
    provider: {
      AccessToken: {
        find: async (value: string) => {
          if (failure) throw failure;
          return value === 'right' ? given.token : undefined;
        },
      },
      ClientCredentials: { find: async (value: string) => (value === 'machine' ? machineToken : undefined) },
    },
    machines: new Machines(machineToken ? [machine] : [], sealer),
    connections: {
      of: async (grant: string) => (grant === 'g' ? given.connection : undefined),
      keyOf: (grant: string) => `key of ${grant}`,
      find: async () => undefined,
    },
  };
  return new OAuthAuthenticator({ ...server, publicUrl: 'https://mcp.example' } as never, async () => {
    throw new Error('nobody is looked up');
  });
}

const bearer = (value = 'right', more: object = {}) => ({ authorization: `Bearer ${value}`, ...more });
const unauthorized = { kind: 'refused', refusal: { status: 401 } };

it('admits a token of a connection with its restrictions, which a request can narrow further and not widen', async () => {
  const admitted = await authenticator().admit(
    bearer('right', { 'visibility-budget': '90/day,5/call', 'visibility-read-only': 'false' }),
  );
  expect(admitted).toMatchObject({
    kind: 'admitted',
    credentials: {
      caller: 'c',
      access: 'a',
      connection: 'key of g',
      scopes: ['read', 'paid'],
      narrowing: {
        readOnly: true,
        budget: [
          { credits: 50, window: 'day' },
          { credits: 90, window: 'day' },
          { credits: 5, window: 'call' },
        ],
      },
    },
  });
  expect(admitted.kind === 'admitted' && admitted.credentials.token()).toBe('platform-token');
  const unscoped = await authenticator({ token: { ...token, scopes: new Set() } }).admit(bearer());
  expect(unscoped).toMatchObject({ credentials: { scopes: ['read'] } });
  expect(await authenticator({ token: { ...token, aud: ['x', resource] } }).admit(bearer())).toMatchObject({
    kind: 'admitted',
  });
});

it('refuses a token of another service, of no connection, an unknown one, and none', async () => {
  for (const aud of ['https://other.example/mcp', `${resource}/x`, [], undefined])
    expect(await authenticator({ token: { ...token, aud } }).admit(bearer())).toMatchObject(unauthorized);
  expect(await authenticator({ token: { ...token, grantId: 'other' } }).admit(bearer())).toMatchObject(unauthorized);
  expect(await authenticator({ token: { ...token, grantId: undefined } }).admit(bearer())).toMatchObject(unauthorized);
  const headers = async (given: IncomingHttpHeaders) => {
    const admission = await authenticator().admit(given);
    return admission.kind === 'refused' ? admission.refusal.headers?.['www-authenticate'] : undefined;
  };
  const metadata = 'resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"';
  expect(await headers(bearer('wrong'))).toBe(`Bearer error="invalid_token", ${metadata}`);
  expect(await headers({})).toBe(`Bearer ${metadata}`);
});

it('refuses the token of a machine that was removed while another is left, and of none', async () => {
  for (const extra of [{ machine: sealer.mac('machine', 'writer x') }, {}, undefined])
    expect(await authenticator({ machineToken: { aud: resource, extra } }).admit(bearer('machine'))).toMatchObject(
      unauthorized,
    );
});

it('asks for the scopes that a token lacks', () => {
  expect(authenticator().insufficient(['read', 'paid'])).toBe(
    'Bearer error="insufficient_scope", scope="read paid", resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"',
  );
});

it('says what cannot be read, and that a store which fails may be asked again', async () => {
  await expect(authenticator().admit(bearer('right', { 'visibility-budget': 'much' }))).rejects.toThrow(SettingError);
  expect(await authenticator({ failure: new Error('no store') }).admit(bearer())).toMatchObject({
    refusal: { status: 503 },
  });
});
