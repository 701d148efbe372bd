/**
 * Normalizes the URL of a service, as a key for its records: lower-case host, no default port, no trailing slash or dot, and one name for
 * this machine. Requests use the original URL.
 */
export function normalAddress(apiUrl: string): string {
  const url = URL.parse(apiUrl);
  if (!url) return apiUrl;
  const host = url.hostname.replace(/\.$/, '');
  return `${url.protocol}//${ownNames.includes(host) ? '127.0.0.1' : host}${url.port ? `:${url.port}` : ''}${url.pathname.replace(/\/+$/, '')}`;
}

/** All URLs under which an earlier version may have stored records of the service. */
export function formerAddresses(apiUrl: string): string[] {
  const normal = normalAddress(apiUrl);
  const url = URL.parse(normal);
  if (url?.hostname !== '127.0.0.1') return [...new Set([apiUrl, normal])];
  return [...new Set([apiUrl, ...ownNames.map((name) => normal.replace('//127.0.0.1', `//${name}`))])];
}

const ownNames = ['127.0.0.1', 'localhost', '[::1]'];
