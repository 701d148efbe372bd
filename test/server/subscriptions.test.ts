import { expect, it, onTestFinished } from 'vitest';
import { Services } from '../../src/server/auth/services.ts';
import { createServerFactory } from '../../src/server/create-server-factory.ts';
import { noSecrets } from '../support/no-secrets.ts';
import { listsOf } from '../../src/server/handlers/lists-of.ts';
import type { Surface } from '../../src/server/handlers/offer.ts';
import { httpAdmission } from '../../src/server/http-entry/http-limits.ts';
import { serveOverHttp } from '../../src/server/transports/http.ts';
import { virtualClock } from '../sandbox/virtual-clock.ts';

const uri = 'visibility://jobs/job_1';
const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A server whose only caller stays signed in until `signOut`, and whose jobs never end. */
async function serveCaller() {
  const clock = virtualClock();
  const seen = { watching: 0, signedIn: true, checks: 0 };
  const surface: Surface = {
    exit: noSecrets,
    tools: [],
    prompts: [],
    money: () => Promise.reject(new Error('none')),
    job: async () => ({ kind: 'unknown' }),
    resources: {
      fixed: [],
      templates: [
        {
          uriTemplate: 'visibility://jobs/{id}',
          name: 'job',
          title: 'Job',
          description: 'A job',
          read: async () => ({ mimeType: 'text/plain', text: '' }),
          watch: async (_id, { signal }) => {
            seen.watching++;
            return {
              over: new Promise((resolve) => signal.addEventListener('abort', () => (seen.watching--, resolve()))),
            };
          },
        },
      ],
    },
  };
  const offer = { lists: listsOf(surface), surface: async () => surface, instructions: '', version: '1.0.0' };
  const quiet = { onDefect: () => {}, onTransportError: () => {} };
  const factory = createServerFactory(offer, { consent: { unattended: false }, clock, ...quiet });
  const credentials = {
    caller: 'caller',
    access: 'access',
    connection: 'connection',
    token: () => 'token',
    narrowing: { budget: [], readOnly: false },
    isConnected: async () => (seen.checks++, seen.signedIn),
  };
  const services = new Services({
    clock,
    onError: () => {},
    open: async () => ({ factory, isBusy: () => false, takeOver: async () => 'unknown', close: async () => {} }),
  });
  const server = await serveOverHttp(factory, {
    listen: { host: '127.0.0.1', port: 0 },
    admission: httpAdmission(clock),
    clock,
    onError: () => {},
    callers: { services, authenticator: { admit: async () => ({ kind: 'admitted', credentials }) } },
  });
  onTestFinished(() => server.close());
  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(server.url, {
      method: 'POST',
      headers: { ...types, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    });
  /** Lets minutes pass until something holds. */
  const untilItHolds = (what: () => boolean) => expect.poll(() => (clock.pass(60), what()), { interval: 5 }).toBe(true);
  return { seen, post, untilItHolds, signOut: () => void (seen.signedIn = false) };
}

it('a stream of notifications ends when its caller is signed out', async () => {
  const { seen, post, untilItHolds, signOut } = await serveCaller();
  const version = 'io.modelcontextprotocol/protocolVersion';
  const response = await post(
    {
      method: 'subscriptions/listen',
      params: {
        notifications: { resourceSubscriptions: [uri] },
        _meta: {
          [version]: '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  );
  const whole = response.text();
  await untilItHolds(() => seen.checks >= 2);
  expect(seen.watching).toBe(1);
  signOut();
  await untilItHolds(() => seen.watching === 0);
  expect(await whole).toContain(uri);
});

it('a session and its subscriptions end when its caller is signed out', async () => {
  const { seen, post, untilItHolds, signOut } = await serveCaller();
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const opened = await post({ method: 'initialize', params });
  await opened.text();
  const session = {
    'mcp-session-id': String(opened.headers.get('mcp-session-id')),
    'mcp-protocol-version': '2025-11-25',
  };
  const subscribed = await post({ method: 'resources/subscribe', params: { uri } }, session);
  expect(await subscribed.text()).toContain('"result":{}');
  await untilItHolds(() => seen.checks >= 2);
  expect(seen.watching).toBe(1);
  signOut();
  await untilItHolds(() => seen.watching === 0);
  expect((await post({ method: 'ping' }, session)).status).toBe(404);
});
