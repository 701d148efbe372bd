import {
  auth,
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import {
  auth as olderAuth,
  UnauthorizedError as OlderUnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { jumpingClock } from '../../support/clock/jumping-clock.ts';
import { openOAuth } from '../support/in-process.ts';
import { MemoryProvider } from '../support/memory-provider.ts';
import { agree, browser, type OAuthServer } from '../support/oauth-server.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
const clock = jumpingClock(suite);
let here: OAuthServer;

beforeAll(async () => {
  here = await openOAuth(suite, { clock });
});

/** Milliseconds after which an access token has expired. */
const expiryMs = 3_601_000;

interface Transport {
  finishAuth(code: string, iss?: string): Promise<void>;
}

interface Kit {
  /** The error of the SDK once it has sent the person to sign in. */
  readonly unauthorized: new (...args: never[]) => Error;
  readonly authorize: (provider: MemoryProvider, scope?: string) => Promise<string>;
  readonly transport: (provider: MemoryProvider) => Transport;
  readonly connect: (transport: Transport) => Promise<Connected>;
}

interface Connected {
  call(tool: string, args: object): Promise<{ structuredContent?: unknown; isError?: boolean }>;
  close(): Promise<void>;
}

const kits: Record<string, Kit> = {
  'the SDK': {
    unauthorized: UnauthorizedError,
    authorize: (provider, scope) =>
      auth(provider as unknown as OAuthClientProvider, { serverUrl: here.server.url, ...(scope ? { scope } : {}) }),
    transport: (provider) =>
      new StreamableHTTPClientTransport(new URL(here.server.url), {
        authProvider: provider as unknown as OAuthClientProvider,
      }),
    async connect(transport) {
      const client = new Client(
        { name: 'host', version: '1' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      await client.connect(transport as StreamableHTTPClientTransport);
      return {
        call: (name, args) => client.callTool({ name, arguments: args as Record<string, unknown> }) as never,
        close: () => client.close(),
      };
    },
  },
  'the older SDK': {
    unauthorized: OlderUnauthorizedError,
    authorize: (provider, scope) =>
      olderAuth(provider as never, { serverUrl: here.server.url, ...(scope ? { scope } : {}) }),
    transport: (provider) => new OlderTransport(new URL(here.server.url), { authProvider: provider as never }),
    async connect(transport) {
      const client = new OlderClient({ name: 'host', version: '1' });
      await client.connect(transport as unknown as Parameters<OlderClient['connect']>[0]);
      return {
        call: (name, args) => client.callTool({ name, arguments: args as Record<string, unknown> }) as never,
        close: () => client.close(),
      };
    },
  },
};

/** A person signs in at the address that the SDK asked for; the host passes the answer on. */
async function finish(provider: MemoryProvider, transport: Transport): Promise<void> {
  const landed = await agree(browser(here), String(provider.asked), 'sandbox-owner');
  await transport.finishAuth(landed.searchParams.get('code') ?? '', landed.searchParams.get('iss') ?? undefined);
}

/** RFC 7009, as the client that registered. */
async function revoke({ kept, information }: MemoryProvider): Promise<void> {
  const secret = information?.client_secret;
  const body = new URLSearchParams({
    token: String(kept['refresh_token']),
    client_id: String(information?.client_id),
    ...(secret ? { client_secret: secret } : {}),
  });
  expect((await fetch(`${here.origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
}

describe.each(Object.entries(kits))('%s', (_name, kit) => {
  it('finds the way from the refusal to a tool call, refreshes its token, and is out once that is revoked', async () => {
    const provider = new MemoryProvider();
    const refused = kit.transport(provider);
    await expect(kit.connect(refused)).rejects.toBeInstanceOf(kit.unauthorized);
    expect(provider.asked?.searchParams.get('code_challenge_method')).toBe('S256');
    expect(provider.asked?.searchParams.get('resource')).toBe(`${here.origin}/mcp`);
    await finish(provider, refused);
    const first = provider.kept;
    const client = await kit.connect(kit.transport(provider));
    const account = ['call_read', { operation: 'account.get', arguments: {} }] as const;
    expect(await client.call(...account)).toMatchObject({ structuredContent: { ok: true } });
    clock.jump(expiryMs);
    expect(await client.call(...account)).toMatchObject({ structuredContent: { ok: true } });
    expect(provider.kept['access_token']).not.toBe(first['access_token']);
    expect(provider.kept['refresh_token']).not.toBe(first['refresh_token']);
    await revoke(provider);
    provider.asked = undefined;
    await expect(client.call(...account)).rejects.toBeInstanceOf(kit.unauthorized);
    expect(String(provider.asked)).toContain('/oauth/authorize?');
    await client.close();
  });

  it('asks for more where a call needs a scope that its token lacks', async () => {
    const provider = new MemoryProvider();
    // The older SDK refreshes a token that lacks a scope, and gives up; without a refresh token it asks.
    provider.clientMetadata['grant_types'] = ['authorization_code'];
    expect(await kit.authorize(provider, 'read')).toBe('REDIRECT');
    await finish(provider, kit.transport(provider));
    expect(provider.kept['scope']).toBe('read');
    const transport = kit.transport(provider);
    const client = await kit.connect(transport);
    const paid = { operation: 'grounding.analyze', arguments: { url: 'https://more.example/' }, wait_s: 0 };
    await expect(client.call('call_paid', paid)).rejects.toBeInstanceOf(kit.unauthorized);
    expect(provider.asked?.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['read', 'paid']));
    await finish(provider, transport);
    expect(await client.call('call_paid', paid)).toMatchObject({ structuredContent: { ok: true } });
    await client.close();
  });
});
