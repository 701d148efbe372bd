/**
 * Normalizes the URL of a service, as a key for its records: lower-case host, no default port, no doubled or trailing slash, no trailing
 * dot, and one name for this machine. Requests use the original URL.
 */
export function normalAddress(apiUrl: string): string {
  const url = URL.parse(apiUrl);
  if (!url) return apiUrl;
  const host = url.hostname.replace(/\.$/, '');
  const path = url.pathname.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  return `${url.protocol}//${isThisMachine(host) ? '127.0.0.1' : host}${url.port ? `:${url.port}` : ''}${path}`;
}

/** Whether a host, as `URL` writes it, is this machine: its names, all of 127.0.0.0/8, and the unspecified addresses. */
const isThisMachine = (host: string): boolean =>
  ['localhost', '[::1]', '[::]', '0.0.0.0'].includes(host) || /^127(\.\d+){3}$|^\[::ffff:7f[0-9a-f]{2}:/.test(host);
