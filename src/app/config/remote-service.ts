import { isLoopback } from '../../base/parse-api-url.ts';
import { type AuthMode, authModes } from '../../server/http/auth-mode.ts';
import { SettingError } from '../../base/setting-error.ts';
import type { SettingName } from './settings.ts';

/** Settings of the service for many people over a network. */
export interface RemoteService {
  /** As set. Absent: `token` where there is an HTTP token, else `none`. */
  readonly auth?: AuthMode | undefined;
  /** The address that clients know the server by: an origin, without a closing slash. */
  readonly publicUrl?: string | undefined;
  /** What the operator calls the service, for people. */
  readonly service: string;
  /** Begins the ids of sessions, so that a balancer can send them to the process that holds them. */
  readonly replica?: string | undefined;
  /** `HOST:PORT` of the metrics. Absent: none are served. */
  readonly metricsListen?: string | undefined;
  /** Keys for what is stored encrypted: the first encrypts, all decrypt. */
  readonly secrets?: (() => readonly string[]) | undefined;
  /** The secrets that the platform signs its deliveries with. A function, so that printing a Config never prints them. */
  readonly eventsSecrets?: (() => readonly string[]) | undefined;
}

/** @throws SettingError */
export function readRemoteService(text: (name: SettingName) => string | undefined): RemoteService {
  return {
    auth: readAuth(text('auth')),
    publicUrl: readPublicUrl(text('publicUrl')),
    service: readService(text('service')),
    secrets: readSecrets('VISIBILITY_SECRET', text('secret'), minSecret),
    replica: readReplica(text('replica')),
    metricsListen: text('metricsListen'),
    eventsSecrets: readSecrets('VISIBILITY_EVENTS_SECRET', text('eventsSecret'), minEventsSecret),
  };
}

function readAuth(text: string | undefined): AuthMode | undefined {
  if (text === undefined) return undefined;
  const mode = authModes.find((name) => name === text.toLowerCase());
  if (!mode) throw new SettingError(`auth: "${text}" is not one of ${authModes.join(', ')}`);
  return mode;
}

/** One line that people can read. */
function readService(text = 'Visibility'): string {
  if (/^[\p{L}\p{N}\p{P}\p{S} ]{1,60}$/u.test(text)) return text;
  throw new SettingError('VISIBILITY_NAME: 1 to 60 letters, digits, signs and spaces are needed');
}

/** A name without characters that would end it within a session id, or that a balancer's configuration would have to escape. */
function readReplica(text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Za-z0-9-]{1,32}$/.test(text)) return text;
  throw new SettingError('replica: 1 to 32 letters, digits and hyphens are needed');
}

/** Characters. */
const minSecret = 32;
const minEventsSecret = 16;

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
