import { errors } from 'oidc-provider';
import { isLoopback } from '../../../../base/parse-api-url.ts';

/** The metadata that `checkClientMetadata` checks, in the order in which the library calls it. */
export const checkedMetadata = ['redirect_uris', 'scope', 'grant_types', 'response_types'] as const;

const offered: Readonly<Record<string, readonly string[]>> = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/**
 * Checks the metadata of a client, from a registration or a metadata document, beyond the library's own rules.
 * @throws for metadata that is refused
 */
export function checkClientMetadata(name: string, value: unknown, metadata: Record<string, unknown>): void {
  if (name === 'redirect_uris') checkRedirects(value);
  // Registered scopes are dropped: they would bind a client permanently, and hosts register only the scopes of their first request. What a
  // client may do is decided when a person agrees.
  if (name === 'scope') metadata['scope'] = undefined;
  // Hosts name everything that they can do, such as `jwt-bearer`: what this server does not offer is left out (RFC 7591, section 2).
  const common = Array.isArray(value) ? value.filter((one: unknown) => offered[name]?.includes(String(one))) : [];
  if (common.length > 0) metadata[name] = common;
}

/**
 * A private-use scheme: a domain name in reverse order (RFC 8252, section 7.1). A scheme without a dot could be one that the
 * system itself opens: `smb:` and `ldap:` open other machines, `view-source:` and `ms-msdt:` to programs of the system.
 */
const privateUse = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/;

/** Schemes without a dot that are allowed, since known hosts use them: `cursor://anysphere.cursor-mcp/oauth/callback`, `claude://claude.ai/…`. */
const schemesOfHosts: ReadonlySet<string> = new Set(['cursor:', 'claude:']);

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
