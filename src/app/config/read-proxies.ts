import type { Proxies } from '../../base/index.ts';
import { SettingError } from '../../base/setting-error.ts';
import type { Environment } from './settings.ts';
import { percentDecoded } from '../../base/text/percent-decoded.ts';

/**
 * The proxies that the environment names, by the variables that other programs read too; the lower-case name takes
 * precedence. Undefined if it names none.
 * @throws SettingError for an address that no proxy can have; its message omits the address, which may hold a password
 */
export function readProxies(env: Environment): Proxies | undefined {
  const [https, http] = [readProxy('HTTPS_PROXY', env), readProxy('HTTP_PROXY', env)];
  if (https === undefined && http === undefined) return undefined;
  return Object.freeze({ https, http, exceptions: networkVariable('NO_PROXY', env) ?? '' });
}

function readProxy(variable: string, env: Environment): string | undefined {
  const address = networkVariable(variable, env);
  if (address === undefined) return undefined;
  // An address without a scheme is an http one, as in curl.
  const text = address.includes('://') ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    [url.username, url.password].some((text) => percentDecoded(text) === undefined)
  )
    throw new SettingError(
      `${variable}: not the address of an http(s) proxy (http://proxy.example:3128; special characters of a password as %40)`,
    );
  const { protocol, username, password, host } = url;
  const user = username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
  return `${protocol}//${user}${host}`;
}

/** The value of a variable. The lower-case name takes precedence. Undefined if it is unset or empty. */
const networkVariable = (name: string, env: Environment): string | undefined =>
  (env[name.toLowerCase()] ?? env[name])?.trim() || undefined;
