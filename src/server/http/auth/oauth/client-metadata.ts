import { errors } from 'oidc-provider';
import { isLoopback } from '../../../../base/parse-api-url.ts';

/** The metadata that `checkClientMetadata` checks, in the order in which the library calls it. */
export const checkedMetadata = ['redirect_uris', 'scope'] as const;

/**
 * Checks the metadata of a client, from a registration or a metadata document, beyond the library's own rules.
 * @throws for metadata that is refused
 */
export function checkClientMetadata(name: string, value: unknown, metadata: Record<string, unknown>): void {
  if (name === 'redirect_uris') checkRedirects(value);
  // Registered scopes are dropped: they would bind a client permanently, and hosts register only the scopes of their first request. What a
  // client may do is decided when a person agrees.
  if (name === 'scope') metadata['scope'] = undefined;
}

/**
 * A private-use scheme: a domain name in reverse order (RFC 8252, section 7.1). A scheme without a dot could be one that the
 * system itself opens: `smb:` and `ldap:` open other machines, `view-source:` and `ms-msdt:` to programs of the system.
 */
const privateUse = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/;

/** Schemes without a dot that are allowed, since known hosts use them: Cursor's `cursor://anysphere.cursor-mcp/oauth/callback`. */
const schemesOfHosts: ReadonlySet<string> = new Set(['cursor:']);

const isPrivateUse = (protocol: string): boolean => privateUse.test(protocol) || schemesOfHosts.has(protocol);

/** OAuth 2.1, section 8.4.2: codes are sent over plain http only within one machine. */
function checkRedirects(redirects: unknown): void {
  const addresses = Array.isArray(redirects) ? redirects.map((address) => URL.parse(String(address))) : [];
  if (addresses.some((address) => address?.protocol === 'http:' && !isLoopback(address.hostname)))
    throw new errors.InvalidClientMetadata('redirect_uris must be https, or http on a loopback address');
  if (addresses.some((address) => address && !/^https?:$/.test(address.protocol) && !isPrivateUse(address.protocol)))
    throw new errors.InvalidClientMetadata(
      'redirect_uris must be https, or a scheme of the application itself that is a reversed domain name, like com.example.app',
    );
  if (addresses.some((address) => address?.username || address?.password))
    throw new errors.InvalidClientMetadata('redirect_uris must not hold a user name or password');
}
