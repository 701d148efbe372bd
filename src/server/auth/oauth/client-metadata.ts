import { errors } from 'oidc-provider';
import { isLoopback } from '../../../config/parse-api-url.ts';

/** Characters: what a page can show of a name. */
const maxName = 100;
const maxRedirects = 16;

/** The metadata that `checkClientMetadata` looks at, in the library's order of calls. */
export const checkedMetadata = ['client_name', 'redirect_uris', 'scope'] as const;

/**
 * Judges what a client says of itself, registered or by a metadata document, beyond the library's own rules.
 *
 * @throws for metadata that is refused
 */
export function checkClientMetadata(name: string, value: unknown, metadata: Record<string, unknown>): void {
  if (name === 'client_name' && typeof value === 'string' && value.length > maxName)
    throw new errors.InvalidClientMetadata(`client_name may have ${maxName} characters`);
  if (name === 'redirect_uris') checkRedirects(value);
  // What a client registers for would bind it for good, and hosts register with the scopes of their first request: they
  // could never ask for more. What it may do is what a person agrees to.
  if (name === 'scope') metadata['scope'] = undefined;
}

/** Not schemes that an application may claim as its own: a code would travel to wherever they lead. */
const otherNetworks: ReadonlySet<string> = new Set(['ftp:', 'ws:', 'wss:', 'file:']);

/** OAuth 2.1, section 8.4.2: codes travel over plain http within one machine only. */
function checkRedirects(redirects: unknown): void {
  const addresses = Array.isArray(redirects) ? redirects.map((address) => URL.parse(String(address))) : [];
  if (addresses.length > maxRedirects)
    throw new errors.InvalidClientMetadata(`redirect_uris may have ${maxRedirects} members`);
  if (addresses.some((address) => address?.protocol === 'http:' && !isLoopback(address.hostname)))
    throw new errors.InvalidClientMetadata('redirect_uris must be https, or http on a loopback address');
  if (addresses.some((address) => address && otherNetworks.has(address.protocol)))
    throw new errors.InvalidClientMetadata('redirect_uris must be https, or a scheme of the application itself');
  if (addresses.some((address) => address?.username || address?.password))
    throw new errors.InvalidClientMetadata('redirect_uris must not hold a user name or password');
}
