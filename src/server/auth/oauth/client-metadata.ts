import { errors } from 'oidc-provider';
import { isLoopback } from '../../../config/parse-api-url.ts';
import { grantType as machineGrant } from './machines.ts';

/** Characters: what a page can show of a name. */
const maxName = 100;
const maxRedirects = 16;

/** The metadata that `checkClientMetadata` looks at, in the library's order of calls. */
export const checkedMetadata = ['client_name', 'grant_types', 'redirect_uris', 'scope'] as const;

/**
 * Judges what a client says of itself, registered or by a metadata document, beyond the library's own rules.
 *
 * @throws for metadata that is refused
 */
export function checkClientMetadata(name: string, value: unknown, metadata: Record<string, unknown>): void {
  if (name === 'client_name' && typeof value === 'string' && value.length > maxName)
    throw new errors.InvalidClientMetadata(`client_name may have ${maxName} characters`);
  if (name === 'redirect_uris') checkRedirects(value);
  // The operator alone says which programs sign in without a person.
  if (name === 'grant_types' && Array.isArray(value) && value.includes(machineGrant))
    throw new errors.InvalidClientMetadata(`grant_types must not have ${machineGrant}`);
  // What a client registers for would bind it for good, and hosts register with the scopes of their first request: they
  // could never ask for more. What it may do is what a person agrees to.
  if (name === 'scope') metadata['scope'] = undefined;
}

/**
 * A private-use scheme is a domain name in reverse order (RFC 8252, section 7.1). Whatever has no dot may be anything that the
 * system opens: `smb:` and `ldap:` lead to other machines, `view-source:` and `ms-msdt:` to its own programs.
 */
const privateUse = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/;

/** Schemes of hosts that take codes under a name without a dot: Cursor's `cursor://anysphere.cursor-mcp/oauth/callback`. */
const schemesOfHosts: ReadonlySet<string> = new Set(['cursor:']);

const isPrivateUse = (protocol: string): boolean => privateUse.test(protocol) || schemesOfHosts.has(protocol);

/** OAuth 2.1, section 8.4.2: codes travel over plain http within one machine only. */
function checkRedirects(redirects: unknown): void {
  const addresses = Array.isArray(redirects) ? redirects.map((address) => URL.parse(String(address))) : [];
  if (addresses.length > maxRedirects)
    throw new errors.InvalidClientMetadata(`redirect_uris may have ${maxRedirects} members`);
  if (addresses.some((address) => address?.protocol === 'http:' && !isLoopback(address.hostname)))
    throw new errors.InvalidClientMetadata('redirect_uris must be https, or http on a loopback address');
  if (addresses.some((address) => address && !/^https?:$/.test(address.protocol) && !isPrivateUse(address.protocol)))
    throw new errors.InvalidClientMetadata(
      'redirect_uris must be https, or a scheme of the application itself that is a reversed domain name, like com.example.app',
    );
  if (addresses.some((address) => address?.username || address?.password))
    throw new errors.InvalidClientMetadata('redirect_uris must not hold a user name or password');
}
