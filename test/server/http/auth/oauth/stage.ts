import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../../../src/base/clock.ts';
import type { Authenticator } from '../../../../../src/server/http/auth/authenticator.ts';
import {
  createAuthorizationServer,
  type AuthorizationServer,
} from '../../../../../src/server/http/auth/oauth/create-authorization-server.ts';
import { OAuthAuthenticator } from '../../../../../src/server/http/auth/oauth/oauth-authenticator.ts';
import { createOAuthPages } from '../../../../../src/server/http/auth/oauth/oauth-pages.ts';
import type { IdentifiedToken } from '../../../../../src/server/http/auth/platform-authenticator.ts';
import type { Pages } from '../../../../../src/server/http/http-options.ts';
import type { Documents } from '../../../../../src/state/documents.ts';
import { freshState } from '../../../../support/state/store.ts';

export interface StageOptions {
  readonly secrets?: readonly string[];
  /** Where people reach the server, if that is not where it listens. */
  readonly publicUrl?: string;
}

export interface Stage {
  readonly origin: string;
  readonly server: AuthorizationServer;
  readonly pages: Pages;
  readonly documents: Documents;
  /** Errors that were reported. */
  readonly errors: unknown[];
  /** Holds `store` while the calls of the store fail. */
  readonly broken: Set<'store'>;
  /** Lets time pass for the server's own records; the library keeps the time of the system. */
  pass(ms: number): void;
  /** Whether the bearer of that token is served, or why not. */
  admit(token: unknown): ReturnType<Authenticator['admit']>;
}

/** Whose token it is: the platform knows those that begin with "token-of-", and cannot be asked about "lost". */
const identify = async (token: string): Promise<IdentifiedToken> => ({
  access: `hash of ${token}`,
  owner: token.startsWith('token-of-')
    ? { kind: 'known', caller: token.slice('token-of-'.length) }
    : { kind: token === 'lost' ? 'unreachable' : 'refused' },
});

/** The pages and the authorization server in this process, behind a plain HTTP server. */
export async function stage({ secrets = ['s'.repeat(40)], publicUrl }: StageOptions = {}): Promise<Stage> {
  let offset = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + offset };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const broken: Stage['broken'] = new Set();
  const { state, ...opened } = await freshState(clock);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  const { documents } = state;
  const http = createServer((request, response) => void pages.handle(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => (http.closeAllConnections(), void http.close()));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const store = new Proxy(documents, {
    get: (target, name) =>
      broken.has('store') ? () => Promise.reject(new Error('no store')) : Reflect.get(target, name).bind(target),
  });
  const server = createAuthorizationServer({ publicUrl: publicUrl ?? origin, secrets, store, clock, onError });
  const pages = createOAuthPages({
    server,
    identify,
    overview: async ({ caller }) => ({ limits: [{ limit: `limit of ${caller}`, spent: 3, left: 4 }], jobs: [] }),
  });
  const authenticator = new OAuthAuthenticator(server);
  return {
    origin,
    server,
    pages,
    documents,
    errors,
    broken,
    pass: (ms) => void (offset += ms),
    admit: (token) => authenticator.admit({ authorization: `Bearer ${String(token)}` }),
  };
}
