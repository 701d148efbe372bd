import { SettingError } from './setting-error.ts';

/**
 * The service address, normalised to end in `/api/v1` without a slash after it. Plain http is allowed only to this machine, since every
 * request carries a bearer token.
 * @throws SettingError
 */
export function parseApiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new SettingError('API URL: not an http(s) address');
  if (url.username || url.password)
    throw new SettingError('API URL: must not contain credentials; use VISIBILITY_API_TOKEN');
  if (url.search || url.hash) throw new SettingError('API URL: must not contain a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new SettingError(
      'API URL: must be https, since the token travels with every request (http only for this machine)',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/api/v1')) throw new SettingError(`API URL: must end in /api/v1, not in "${path || '/'}"`);
  return url.origin + path;
}

/** Whether a host name from a URL or a socket address is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
