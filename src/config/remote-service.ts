import { isLoopback } from './parse-api-url.ts';
import { SettingError } from './setting-error.ts';
import type { SettingName } from './settings.ts';

/** How clients of `http` prove who they are. */
export const authModes = ['none', 'token', 'platform', 'oauth'] as const;

export type AuthMode = (typeof authModes)[number];

/** What serves people over a network. */
export interface RemoteService {
  /** As set. Absent: `token` where there is an HTTP token, else `none`. */
  readonly auth?: AuthMode;
  /** The address that clients know the server by: an origin, without a closing slash. */
  readonly publicUrl?: string;
  /** `HOST:PORT` of the metrics. Absent: none are served. */
  readonly metricsListen?: string;
  /** Keys for what is stored encrypted: the first encrypts, all decrypt. */
  readonly secrets?: () => readonly string[];
  /** What the platform signs its deliveries with. A function, so that printing a Config never prints it. */
  readonly eventsSecret?: () => string;
}

/** Characters. */
const minEventsSecret = 16;

/** @throws SettingError */
export function readRemoteService(text: (name: SettingName) => string | undefined): RemoteService {
  const [auth, publicUrl] = [readAuth(text('auth')), readPublicUrl(text('publicUrl'))];
  const secret = text('secret');
  const secrets = secret === undefined ? undefined : readSecrets(secret);
  const [metricsListen, eventsSecret] = [text('metricsListen'), text('eventsSecret')];
  if (eventsSecret !== undefined && eventsSecret.length < minEventsSecret)
    throw new SettingError(`VISIBILITY_EVENTS_SECRET: at least ${minEventsSecret} characters are needed`);
  return {
    ...(auth ? { auth } : {}),
    ...(publicUrl ? { publicUrl } : {}),
    ...(secrets ? { secrets: () => secrets } : {}),
    ...(metricsListen ? { metricsListen } : {}),
    ...(eventsSecret ? { eventsSecret: () => eventsSecret } : {}),
  };
}

/** Whether each caller brings a platform token, so that the server needs none of its own. */
export const callersBringTokens = (auth: AuthMode | undefined): boolean => auth === 'platform' || auth === 'oauth';

function readAuth(text: string | undefined): AuthMode | undefined {
  if (text === undefined) return undefined;
  const mode = authModes.find((name) => name === text.toLowerCase());
  if (!mode) throw new SettingError(`auth: "${text}" is not one of ${authModes.join(', ')}`);
  return mode;
}

/** Characters. */
const minSecret = 32;

function readSecrets(text: string): readonly string[] {
  const secrets = text.split(',').map((one) => one.trim());
  if (secrets.some((one) => one.length < minSecret))
    throw new SettingError(`VISIBILITY_SECRET: each of its secrets needs at least ${minSecret} characters`);
  return Object.freeze(secrets);
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new SettingError('public-url: not an http(s) address');
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/')
    throw new SettingError('public-url: an origin is needed, like https://mcp.example.com');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new SettingError('public-url: must be https, since tokens travel to it (http only for this machine)');
  return url.origin;
}
