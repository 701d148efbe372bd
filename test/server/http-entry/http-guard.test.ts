import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { httpGuard, type GuardOptions } from '../../../src/server/http-entry/http-guard.ts';

type Head = readonly (readonly [string, string])[];

const local: GuardOptions = { loopbackOnly: true, maxBodyBytes: 100 };
const open: GuardOptions = { loopbackOnly: false, token: () => 'secret', maxBodyBytes: 100 };
const bearer = ['Authorization', 'Bearer secret'] as const;
const json = ['Content-Type', 'application/json'] as const;

const decided = (options: GuardOptions, head: Head, method = 'POST', url = '/mcp') =>
  httpGuard(options)({
    method,
    url,
    rawHeaders: head.flat(),
    headers: Object.fromEntries(head.map(([name, value]) => [name.toLowerCase(), value])),
  } as unknown as IncomingMessage);

/** What becomes of a request: the endpoint, or the status that refuses it. */
function judge(...request: Parameters<typeof decided>) {
  const decision = decided(...request);
  return decision.kind === 'accepted' ? decision.endpoint : decision.refusal.status;
}

describe('the Host', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:65535', 'LOCALHOST'])(
    '%s names this machine',
    (host) => {
      expect(judge(local, [['Host', host], json])).toBe('mcp');
    },
  );

  it.each(['platform.example', 'localhost.platform.example', '192.168.0.1:8080'])(
    '%s is another machine: refused where only this one is served, and accepted with the token elsewhere',
    (host) => {
      expect(judge(local, [['Host', host], json])).toBe(403);
      expect(judge(open, [['Host', host], json, bearer])).toBe('mcp');
    },
  );

  it.each([
    '',
    'a b',
    'user@host',
    'host/path',
    'host:',
    'host:123456',
    '[::1',
    '::1',
    '[x]',
    'a:b',
    '999.1.1.1',
    'host?x',
    'x localhost',
  ])('%j is not well-formed', (host) => {
    expect(judge(open, [['Host', host], json, bearer])).toBe(400);
  });

  it('is there exactly once', () => {
    expect(judge(open, [json, bearer])).toBe(400);
    expect(judge(open, [['Host', 'localhost'], ['host', 'localhost'], json, bearer])).toBe(400);
  });

  it('has at most 253 characters in its name', () => {
    const host = (length: number) => judge(open, [['Host', 'a'.repeat(length)], json, bearer]);
    expect([host(253), host(254)]).toEqual(['mcp', 400]);
  });
});

describe('the Origin', () => {
  const from = (options: GuardOptions, origin: string, host = 'localhost') =>
    judge(options, [['Host', host], ['Origin', origin], json, bearer]);

  it('is one of this machine, where only this machine is served', () => {
    expect(from(local, 'http://localhost:3000')).toBe('mcp');
    expect(from(local, 'https://platform.example')).toBe(403);
    expect(from(local, 'null')).toBe(403);
  });

  it('is the host that was called, where others are served', () => {
    expect(from(open, 'https://mcp.example', 'mcp.example')).toBe('mcp');
    expect(from(open, 'https://mcp.example:444', 'mcp.example')).toBe(403);
    expect(from(open, 'https://other.example', 'mcp.example')).toBe(403);
    expect(from(open, 'http://localhost', 'mcp.example')).toBe(403);
    expect(from(open, 'not an origin', 'mcp.example')).toBe(403);
  });

  it('is there once at most', () => {
    const twice = [
      ['Host', 'localhost'],
      ['Origin', 'http://localhost'],
      ['Origin', 'http://localhost'],
      json,
    ] as const;
    expect(judge(local, twice)).toBe(400);
  });
});

it('takes no value of a header for the name of the next one', () => {
  const said: Head = [
    ['Host', 'localhost'],
    ['X-Said', 'origin'],
    ['X-More', 'host'],
    ['X-End', '1'],
  ];
  expect(judge(local, [...said, json])).toBe('mcp');
});

describe('a public address', () => {
  const behindProxy: GuardOptions = { ...local, publicUrl: 'https://mcp.example' };

  it('is served beside the names of this machine', () => {
    expect(judge(behindProxy, [['Host', 'mcp.example'], json])).toBe('mcp');
    expect(judge(behindProxy, [['Host', 'MCP.example'], json])).toBe('mcp');
    expect(judge(behindProxy, [['Host', 'localhost'], json])).toBe('mcp');
    expect(judge(behindProxy, [['Host', 'other.example'], json])).toBe(403);
  });

  it('is called from its own pages only', () => {
    const from = (host: string, origin: string) => judge(behindProxy, [['Host', host], ['Origin', origin], json]);
    expect(from('mcp.example', 'https://mcp.example')).toBe('mcp');
    expect(from('mcp.example', 'http://localhost')).toBe(403);
    expect(from('localhost', 'http://localhost')).toBe('mcp');
  });
});

describe('the token', () => {
  it('is not needed to see what this is', () => {
    expect(judge(open, [['Host', 'localhost']], 'GET', '/')).toBe('home');
  });

  const host = ['Host', 'mcp.example'] as const;

  it('is needed, and a wrong one counts as a guess', () => {
    expect(decided(open, [host, json], 'POST', '/mcp')).toEqual({
      kind: 'refused',
      refusal: { status: 401, message: 'A bearer token is needed', headers: { 'www-authenticate': 'Bearer' } },
    });
    for (const wrong of ['Bearer wrong', 'Basic secret', 'secret', 'bearer secret', 'Bearer secret '])
      expect(decided(open, [host, json, ['Authorization', wrong]], 'POST', '/mcp')).toMatchObject({
        refusal: { status: 401 },
        guessed: true,
      });
    expect(judge(open, [host, json, bearer])).toBe('mcp');
  });

  it('stands in one header, whoever reads it', () => {
    const [behindOAuth, other] = [{ ...open, token: undefined }, ['authorization', 'Bearer other'] as const];
    for (const options of [open, behindOAuth, { ...behindOAuth, isPage: () => true }, { ...local, token: undefined }])
      for (const pair of [
        [bearer, bearer],
        [bearer, other],
        [other, bearer],
      ])
        expect(judge(options, [['Host', 'localhost'], json, ...pair])).toBe(400);
  });

  it('is needed whatever is asked for, so that nothing is learnt without it', () => {
    for (const url of ['/mcp', '/healthz', '/readyz', '/events', '/nowhere'])
      expect(judge(open, [host], 'GET', url)).toBe(401);
  });

  it('is none of pages, which judge their requests themselves, nor of deliveries, which are signed', () => {
    const serving = { ...open, isPage: (path: string) => path === '/account', takesEvents: true };
    expect(judge(serving, [host], 'GET', '/account?x=/y')).toBe('pages');
    expect(judge(serving, [host], 'GET', '/accounts')).toBe(401);
    expect(judge(serving, [host, json], 'POST', '/events')).toBe('events');
    expect(judge(serving, [host, json], 'POST', '/mcp')).toBe(401);
  });

  it('is not asked for where none is set', () => {
    expect(judge({ ...open, token: undefined }, [host, json])).toBe('mcp');
  });
});

describe('an endpoint', () => {
  const host = ['Host', 'localhost'] as const;

  it.each([
    ['/mcp', 'POST', 'mcp'],
    ['/mcp?x=1', 'POST', 'mcp'],
    ['/mcp', 'GET', 'mcp'],
    ['/mcp', 'DELETE', 'mcp'],
    ['/mcp', 'PUT', 405],
    ['/mcp/', 'POST', 404],
    ['http://localhost/mcp', 'POST', 404],
    ['/healthz', 'GET', 'health'],
    ['/healthz', 'HEAD', 'health'],
    ['/healthz', 'POST', 405],
    ['/readyz', 'GET', 'ready'],
    ['/readyz', 'HEAD', 'ready'],
    ['/readyz', 'DELETE', 405],
    ['/events', 'POST', 404],
    ['/', 'GET', 'home'],
    ['/', 'POST', 404],
    ['', 'GET', 404],
  ])('%s takes %s: %s', (url, method, outcome) => {
    expect(judge(local, [host, json], method, url)).toBe(outcome);
  });

  it('is, at /mcp too, the page about this server for a browser, which needs no token', () => {
    const visit = ['Accept', 'Text/HTML,application/xhtml+xml,*/*;q=0.8'] as const;
    const asked = (method: string, url: string, accept: Head[number] = visit) =>
      judge(open, [host, json, accept], method, url);
    expect([asked('GET', '/mcp'), asked('HEAD', '/mcp?x'), asked('GET', '/')]).toEqual(['home', 'home', 'home']);
    expect([asked('POST', '/mcp'), asked('DELETE', '/mcp'), asked('GET', '/healthz')]).toEqual([401, 401, 401]);
    for (const accept of ['*/*', 'text/event-stream', 'text/htmlx'])
      expect(asked('GET', '/mcp', ['Accept', accept])).toBe(401);
    // An address without a page is one for a person who has no token; programs, and whoever tries tokens, learn nothing of it.
    expect(asked('GET', '/nowhere')).toBe(404);
    expect(asked('GET', '/nowhere', ['Accept', '*/*'])).toBe(401);
    expect(judge(open, [host, visit, ['Authorization', 'Bearer wrong']], 'GET', '/nowhere')).toBe(401);
  });

  it('for deliveries is there where they are taken', () => {
    const taking = { ...local, takesEvents: true };
    expect(judge(taking, [host, json], 'POST', '/events')).toBe('events');
    expect(decided(taking, [host, json], 'GET', '/events')).toMatchObject({
      refusal: { status: 405, headers: { allow: 'POST' } },
    });
  });

  it('says which methods it takes, and keeps the host for the next request', () => {
    expect(decided(local, [host], 'PATCH', '/mcp')).toMatchObject({
      refusal: { headers: { allow: 'POST, GET, DELETE' } },
    });
    expect(decided(local, [host, json], 'POST', '/mcp')).toEqual({
      kind: 'accepted',
      endpoint: 'mcp',
      host: 'localhost',
    });
    expect(decided(local, [host], 'GET', '/mcp')).toEqual({ kind: 'accepted', endpoint: 'mcp', host: 'localhost' });
  });
});

describe('a body', () => {
  const host = ['Host', 'localhost'] as const;
  const post = (...head: Head) => judge(local, [host, ...head]);

  it('may be as long as the limit', () => {
    expect(post(json, ['Content-Length', '100'])).toBe('mcp');
    expect(post(json, ['Content-Length', '101'])).toBe(413);
    expect(post(json, ['Transfer-Encoding', 'chunked'])).toBe('mcp');
  });

  it('is uncompressed JSON', () => {
    expect(post(['Content-Type', 'application/json; charset=utf-8'])).toBe('mcp');
    expect(post(['Content-Type', 'text/plain'])).toBe(415);
    expect(post()).toBe(415);
    expect(post(json, ['Content-Encoding', 'gzip'])).toBe(415);
  });

  it('belongs to a POST alone', () => {
    const get = (...head: Head) => judge(local, [host, ...head], 'GET');
    expect(get(['Content-Length', '1'])).toBe(400);
    expect(get(['Transfer-Encoding', 'chunked'])).toBe(400);
    expect(get(['Content-Length', '0'])).toBe('mcp');
    expect(get(json)).toBe('mcp');
  });
});
