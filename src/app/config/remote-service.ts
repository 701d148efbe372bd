import { isLoopback } from '../../base/parse-api-url.ts';
import { SettingError } from '../../base/setting-error.ts';
import { type AuthMode, authModes } from '../../server/http/auth-mode.ts';
import { ifValid } from './if-valid.ts';
import type { SettingName } from './settings.ts';

/** Settings of the service for many people over a network. Secrets are functions, so that printing a Config never prints them. */
export interface RemoteService {
  /** As set. Absent: `token` where there is an HTTP token, else `none`. */
  readonly auth?: AuthMode | undefined;
  /** The token that `http` requires of its clients. */
  readonly httpToken?: (() => string) | undefined;
  /** The address that clients know the server by: an origin, without a closing slash. */
  readonly publicUrl?: string | undefined;
  /** Begins the ids of sessions, so that a balancer can send them to the process that holds them. */
  readonly replica?: string | undefined;
  /** `HOST:PORT` of the metrics. Absent: none are served. */
  readonly metricsListen?: string | undefined;
  /** Keys for what is stored encrypted: the first encrypts, all decrypt. */
  readonly secrets?: (() => readonly string[]) | undefined;
  /** The secrets that the platform signs its deliveries with. */
  readonly eventsSecrets?: (() => readonly string[]) | undefined;
}

/** @throws SettingError */
export function readRemoteService(text: (name: SettingName) => string | undefined): RemoteService {
  const httpToken = text('httpToken');
  if (httpToken !== undefined && httpToken.length < 32)
    throw new SettingError('VISIBILITY_HTTP_TOKEN: at least 32 characters are needed');
  return {
    auth: ifValid(
      'auth',
      text('auth'),
      (given) => authModes.find((name) => name === given.toLowerCase()),
      `is not one of ${authModes.join(', ')}`,
    ),
    httpToken: httpToken === undefined ? undefined : () => httpToken,
    publicUrl: readPublicUrl(text('publicUrl')),
    secrets: readSecrets('VISIBILITY_SECRET', text('secret'), 32),
    // Without characters that would end the name within a session id, or that a balancer's configuration would have to escape.
    replica: ifValid(
      'replica',
      text('replica'),
      (given) => (/^[A-Za-z0-9-]{1,32}$/.test(given) ? given : undefined),
      'is not 1 to 32 letters, digits and hyphens',
    ),
    metricsListen: text('metricsListen'),
    eventsSecrets: readSecrets('VISIBILITY_EVENTS_SECRET', text('eventsSecret'), 16),
  };
}

function readSecrets(
  variable: string,
  text: string | undefined,
  minLength: number,
): (() => readonly string[]) | undefined {
  if (text === undefined) return undefined;
  const secrets = text.split(',').map((one) => one.trim());
  if (secrets.some((one) => one.length < minLength))
    throw new SettingError(`${variable}: each of its secrets needs at least ${minLength} characters`);
  return () => secrets;
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new SettingError('public-url: not an http(s) address');
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/')
    throw new SettingError('public-url: an origin is needed, like https://mcp.example.com');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new SettingError('public-url: must be https, since tokens travel to it (http only for this machine)');
  return url.origin;
}
