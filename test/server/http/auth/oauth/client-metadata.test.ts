import { errors } from 'oidc-provider';
import { describe, expect, it } from 'vitest';
import { checkClientMetadata, checkedMetadata } from '../../../../../src/server/http/auth/oauth/client-metadata.ts';

/** Why the value is refused; undefined where it is taken. */
function refusalOf(name: string, value: unknown): string | undefined {
  try {
    checkClientMetadata(name, value, {});
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(errors.InvalidClientMetadata);
    return (error as errors.InvalidClientMetadata).error_description;
  }
}

const others = 'https://host.example/callback';

describe('a redirect address', () => {
  it.each([
    [others],
    ['http://localhost:33418/'],
    ['http://127.0.0.1:9/callback'],
    ['http://[::1]/callback'],
    ['com.example.editor:/callback'],
    ['a-1.b2.example.app:/x'],
    ['cursor://anysphere.cursor-mcp/oauth/callback'],
    // The library refuses it.
    ['no address'],
  ])('%s is taken, alone and after others', (address) => {
    expect(refusalOf('redirect_uris', [address])).toBeUndefined();
    expect(refusalOf('redirect_uris', [others, address])).toBeUndefined();
  });

  it.each([
    ['http://collect.example/callback', 'must be https, or http on a loopback address'],
    ['javascript:alert(1)', 'reversed domain name'],
    ['smb://collect.example/callback', 'reversed domain name'],
    ['view-source:https://collect.example/', 'reversed domain name'],
    ['ms-msdt:/id', 'reversed domain name'],
    ['evil-app://claude.ai/callback', 'reversed domain name'],
    ['app.://callback', 'reversed domain name'],
    ['app..b://callback', 'reversed domain name'],
    ['httpsx://collect.example', 'reversed domain name'],
    ['xhttp://collect.example', 'reversed domain name'],
    ['a+b.example:/callback', 'reversed domain name'],
    ['a.b+c:/callback', 'reversed domain name'],
    ['https://host@collect.example/', 'user name or password'],
    ['https://:password@collect.example/', 'user name or password'],
  ])('%s is refused, alone and after others', (address, reason) => {
    expect(refusalOf('redirect_uris', [address])).toContain(reason);
    expect(refusalOf('redirect_uris', [others, address])).toContain(reason);
  });

  it('is one of sixteen at most', () => {
    const addresses = Array.from({ length: 17 }, (_, at) => `https://host.example/${at}`);
    expect(refusalOf('redirect_uris', addresses.slice(1))).toBeUndefined();
    expect(refusalOf('redirect_uris', addresses)).toContain('16');
    for (const value of [undefined, 'http://collect.example', 7])
      expect(refusalOf('redirect_uris', value)).toBeUndefined();
  });
});

it('a name has a hundred characters at most', () => {
  expect(refusalOf('client_name', 'x'.repeat(100))).toBeUndefined();
  expect(refusalOf('client_name', 'x'.repeat(101))).toContain('100');
  expect(refusalOf('client_name', Array(101).fill('x'))).toBeUndefined();
  expect(refusalOf('redirect_uris', 'x'.repeat(101))).toBeUndefined();
});

it('registered scopes are dropped, and nothing else', () => {
  const metadata = { scope: 'read', client_name: 'x' };
  checkClientMetadata('client_name', 'x', metadata);
  expect(metadata.scope).toBe('read');
  checkClientMetadata('scope', 'read', metadata);
  expect(metadata).toEqual({ scope: undefined, client_name: 'x' });
  expect(checkedMetadata).toEqual(['client_name', 'redirect_uris', 'scope']);
});
