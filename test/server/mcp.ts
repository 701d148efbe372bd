import { hostWaitSeconds, idleMs } from '../../src/app/times.ts';
import { Client } from '@modelcontextprotocol/client';
import type { Server } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { CallerServers } from '../../src/server/http/callers/caller-servers.ts';
import { callerBounds } from '../../src/server/http/bounds.ts';
import { createServerFactory, type ServerFactory } from '../../src/server/protocol/create-server-factory.ts';
import type { HttpOptions } from '../../src/server/http/http-options.ts';
import { serveOverHttp } from '../../src/server/http/serve-over-http.ts';
import { listsOf } from '../../src/server/protocol/lists-of.ts';
import type { Surface } from '../../src/server/protocol/offer.ts';
import { accepts } from '../mcp/support/http-server.ts';
import type { Scope } from '../mcp/support/scope.ts';
import { noSecrets } from '../support/no-secrets.ts';
import type { Tool, ToolContext, ToolResult } from '../../src/tools/definition/tool.ts';

export interface Served {
  readonly url: string;
  readonly server: Awaited<ReturnType<typeof serveOverHttp>>;
  /** The factory of its servers. */
  readonly factory: ServerFactory;
  /** A call of `wait` has begun. */
  readonly waiting: Promise<void>;
  /** A call of `wait` was cancelled. */
  readonly aborted: Promise<void>;
  /** A call of `hold` has begun. It comes back after `release`. */
  readonly started: Promise<void>;
  readonly release: () => void;
  /** Whether the result of a call of `unread` was delivered. */
  readonly delivered: Promise<boolean>;
}

/**
 * A server over real HTTP, with a few tools that show what a tool is given.
 *
 * @param byName whether the bearer token is the name of the caller, and callers are apart
 */
export async function serve(terms: Partial<HttpOptions> = {}, byName = false): Promise<Served> {
  const [waiting, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [started, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const delivered = Promise.withResolvers<boolean>();
  const tools = [
    tool('patience', async (_args, { hostWaitSeconds }) => success(hostWaitSeconds)),
    tool('steps', async (_args, { onProgress }) => {
      for (const percent of [10, 10, 50]) onProgress?.({ percent, message: `at ${percent}` });
      return success(null);
    }),
    tool('wait', async (_args, { signal }) => {
      waiting.resolve();
      await new Promise((resolve) => void signal?.addEventListener('abort', resolve));
      aborted.resolve();
      return success(null);
    }),
    tool('unread', async (_args, { signal, deferAcknowledgement }) => {
      await deferAcknowledgement?.(async (isDelivered) => delivered.resolve(isDelivered));
      waiting.resolve();
      await new Promise((resolve) => void signal?.addEventListener('abort', resolve));
      return success(null);
    }),
    tool('hold', async () => {
      started.resolve();
      await held.promise;
      return success('held');
    }),
    tool('chatter', async (_args, { onProgress, signal }) => {
      for (let step = 0; !signal?.aborted; step++) {
        onProgress?.({ percent: 0, message: 'x'.repeat(10_000) });
        if (step % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      return success(null);
    }),
    tool('ask', async (args) => ({
      ...success(args),
      question: {
        about: 'job_1',
        text: 'Which one?',
        fields: [{ name: 'which', description: 'Which' }],
        call: { tool: 'steps', args: {} },
      },
    })),
  ];
  const surface: Surface = {
    exit: noSecrets,
    tools,
    resources: { fixed: [], templates: [] },
    prompts: [],
    job: async () => ({ kind: 'unknown' }),
  };
  const { factory, server } = await serveSurface(surface, terms, byName);
  return {
    url: server.url,
    server,
    factory,
    waiting: waiting.promise,
    aborted: aborted.promise,
    started: started.promise,
    release: held.resolve,
    delivered: delivered.promise,
  };
}

/** Any surface over real HTTP, until the test is over. */
export async function serveSurface(
  surface: Surface,
  terms: Partial<HttpOptions> = {},
  byName = false,
  scope: Scope = { onTestFinished },
): Promise<Pick<Served, 'factory' | 'server'>> {
  const offer = { lists: listsOf(surface), surface: async () => surface, instructions: 'test', version: '1.2.3' };
  const factory = createServerFactory(offer, {
    consent: { unattended: false },
    files: { folders: [] },
    onDefect: () => {},
    onTransportError: () => {},
    hostWaitSeconds,
    clock: terms.clock ?? systemClock,
  });
  const server = await serveOverHttp(factory, {
    listen: { host: '127.0.0.1', port: 0 },
    bounds: callerBounds(),
    idleMs,
    clock: systemClock,
    onError: () => {},
    ...(byName ? { callers: callersByName(factory) } : {}),
    ...terms,
  });
  scope.onTestFinished(() => server.close());
  return { factory, server };
}

/** A factory of servers without tools and resources. */
export const factoryOf = (create: () => Server): ServerFactory =>
  Object.assign(create, { readCall: async () => undefined });

/** The bearer token is the name of the caller. */
export const callersByName = (factory: ServerFactory): NonNullable<HttpOptions['callers']> => ({
  authenticator: {
    admit: async ({ authorization = '' }) => ({
      caller: authorization.replace('Bearer ', ''),
      access: '',
      token: () => '',
      narrowing: { budget: [], readOnly: false },
    }),
  },
  callerServers: new CallerServers({
    clock: systemClock,
    idleMs,
    onError: () => {},
    open: async () => ({ factory, isBusy: () => false, takeOver: async () => 'unknown', close: async () => {} }),
  }),
});

/** Sends one message as a client does. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { ...accepts, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** A client of the 2026 era, answering questions for its person. */
export function modernClient(): Client {
  return new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
}

export const success = (data: unknown): ToolResult => ({
  text: JSON.stringify({ ok: true, data }),
  structured: { ok: true, data },
});

export const tool = (
  name: string,
  run: (args: Record<string, unknown>, context: ToolContext) => Promise<ToolResult>,
): Tool => ({
  name,
  title: name,
  description: name,
  inputSchema: { type: 'object', properties: {} },
  annotations: {},
  read: async (given = {}) => {
    const args = given as Record<string, unknown>;
    return { args, effects: ['read'], run: (context) => run(args, context) };
  },
});
