import { Transform, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serveHttp } from '../../../src/app/serve-http.ts';
import { serveHost } from '../../../src/app/serve-stdio.ts';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import { readConfig, type Config } from '../../../src/app/config/config.ts';
import { settingFlags } from '../../../src/app/config/settings.ts';
import { endpoint, type HttpSetup, type Served } from './http-server.ts';
import { oauthServer, type OAuthServer, type OAuthSetup } from './oauth-server.ts';
import type { Scope } from './scope.ts';
import { environment } from './run.ts';
import { converse, type Session, type Setup } from './stdio-host.ts';

// The program in the test's own process, for what is not about processes: sources that are loaded and warm take a tenth of
// the processor time of a start.

// Otherwise loaded by the first request that needs them, while the clock of a test runs.
await Promise.all([
  import('../../../sandbox/sandbox.ts'),
  import('../../../src/app/create-surface.ts'),
  import('../../../src/app/open-client.ts'),
  import('../../../src/app/open-runs.ts'),
]);

/** Settings of a program that keeps the time of `clock`. */
type Here<S extends { readonly clock?: unknown }> = Omit<S, 'clock'> & { readonly clock?: Clock | undefined };

/** Functions that close things at the end of the test. */
interface Open {
  /** Asks it to end, and resolves once it has ended. */
  close(): Promise<void>;
  /** Resolves once it has ended. */
  readonly ended: Promise<void>;
}

/** The program at the other end of two pipes. */
export async function openHost(
  scope: Scope,
  { args = [], env = {}, clock = systemClock, ...setup }: Here<Setup> = {},
): Promise<Session & Open & { readonly stdin: Writable; readonly stdout: Readable }> {
  const pipes = { stdin: pipe(), stdout: pipe() };
  const config = settingsOf(scope, args, env).config;
  const stop = new AbortController();
  const ended = serveHost(config, { ...pipes, clock, stop: stop.signal });
  const close = closing(scope, stop, ended);
  const session = await converse(
    pipes,
    ended.then(() => 'the server ended'),
    setup,
  );
  return { ...session, ...pipes, ended, close };
}

/** The program over HTTP, on a port of its own. */
export async function openHttp(
  scope: Scope,
  { args = [], env = {}, clock = systemClock }: Here<HttpSetup> = {},
): Promise<Served & Open> {
  const listening = Promise.withResolvers<Pick<Served, 'url' | 'metrics'>>();
  const stop = new AbortController();
  const { config, listen } = settingsOf(scope, args, env);
  const ended = serveHttp(config, {
    address: listen ?? '127.0.0.1:0',
    clock,
    stop: stop.signal,
    announce: async (addresses) => listening.resolve(addresses),
  });
  ended.catch(listening.reject);
  const close = closing(scope, stop, ended);
  const addresses = await listening.promise;
  return { ...addresses, ...endpoint(addresses.url), ended, close };
}

/** `openHttp` as `startOAuth` starts it. */
export const openOAuth = (scope: Scope, setup: Here<OAuthSetup> = {}): Promise<OAuthServer<Served & Open>> =>
  oauthServer(setup, (given) => openHttp(scope, { ...given, clock: setup.clock }));

/** What is written can be read in the next turn of the event loop, so that timers and sockets get theirs. */
const pipe = (): Transform =>
  new Transform({
    async transform(chunk, _encoding, done) {
      await setImmediate();
      done(null, chunk);
    },
  });

function closing(scope: Scope, stop: AbortController, ended: Promise<void>): Open['close'] {
  const close = async (): Promise<void> => {
    stop.abort();
    await ended;
    // Clients in this process notice in the next turns of the event loop that connections have ended.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  };
  scope.onTestFinished(close);
  return close;
}

/** The settings among the arguments of a command, and the address that `http` listens on. */
function settingsOf(
  scope: Scope,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { config: Config; listen: string | undefined } {
  const { values } = parseArgs({ args: [...args], options: { ...settingFlags(), listen: { type: 'string' } } });
  const { listen, ...settings } = values;
  const config = readConfig(settings, environment(scope, { VISIBILITY_LOG_LEVEL: 'silent', ...env }));
  return { config, listen: typeof listen === 'string' ? listen : undefined };
}
