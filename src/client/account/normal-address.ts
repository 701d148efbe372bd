/**
 * One spelling for all addresses of a service: lower case host, no default port, no closing slash or dot, and one name for
 * this machine. What is kept for a service must not depend on how its address was written. Requests go to the address as given.
 */
export function normalAddress(apiUrl: string): string {
  const url = URL.parse(apiUrl);
  if (!url) return apiUrl;
  const host = url.hostname.replace(/\.$/, '');
  return `${url.protocol}//${ownNames.includes(host) ? '127.0.0.1' : host}${url.port ? `:${url.port}` : ''}${url.pathname.replace(/\/+$/, '')}`;
}

/** Every spelling under which an earlier version stored records of the service. */
export function formerAddresses(apiUrl: string): string[] {
  const normal = normalAddress(apiUrl);
  const url = URL.parse(normal);
  if (url?.hostname !== '127.0.0.1') return [...new Set([apiUrl, normal])];
  return [...new Set([apiUrl, ...ownNames.map((name) => normal.replace('//127.0.0.1', `//${name}`))])];
}

const ownNames = ['127.0.0.1', 'localhost', '[::1]'];
