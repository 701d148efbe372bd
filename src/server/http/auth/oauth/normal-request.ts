import { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { scopes } from '../../../../catalog/scopes.ts';

/** The paths of the library. */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
};

/** Every scope that the metadata names: those of the resource, and two of the protocol. All of them are granted to a client that asks. */
export const grantableScopes = [...scopes, 'offline_access', 'openid'];

/** The known scopes of the resource that a client asks for; `read` if it asks for none. */
export function askedScopes(scope: unknown): readonly string[] {
  const requested = String(scope).split(' ');
  const known = scopes.filter((one) => requested.includes(one));
  return known.length > 0 ? known : ['read'];
}

/**
 * Converts a request to the form that the library accepts. Hosts differ in details that do not matter but that the library
 * refuses:
 *
 * - a request for authorization may name no scope (RFC 6749, section 3.3);
 * - the one resource may be named by its origin, or with a slash at its end;
 * - optional metadata of a client may be null or empty, since serializers write every field.
 *
 * Forwarding headers that a caller sent are replaced by the public address, from which the library takes its own.
 */
export async function normalRequest(request: IncomingMessage, publicUrl: string): Promise<IncomingMessage> {
  const { host, protocol } = new URL(publicUrl);
  for (const name of Object.keys(request.headers)) if (name.startsWith('x-forwarded-')) delete request.headers[name];
  Object.assign(request.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
  const { pathname, searchParams } = new URL(request.url ?? '/', publicUrl);
  if (pathname === routes.authorization) {
    nameResource(searchParams, publicUrl);
    addScope(searchParams);
    request.url = `${pathname}?${searchParams.toString()}`;
  }
  if (request.method !== 'POST') return request;
  if (pathname === routes.registration) return withBody(request, withoutEmptyFields(await text(request)));
  if (pathname !== routes.token) return request;
  const form = new URLSearchParams(await text(request));
  nameResource(form, publicUrl);
  return withBody(request, form.toString());
}

/** The same request with another body. */
function withBody(request: IncomingMessage, body: string): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) };
  delete headers['transfer-encoding'];
  Object.assign(copy, { method: request.method, url: request.url, httpVersion: request.httpVersion, headers });
  copy.push(body);
  copy.push(null);
  // Marked as complete: otherwise the connection would be closed after it was read.
  copy.complete = true;
  return copy;
}

/** Replaces other spellings of the one resource, such as its origin, by its address (RFC 8707). */
function nameResource(params: URLSearchParams, publicUrl: string): void {
  const spellings = new Set([publicUrl, `${publicUrl}/`, `${publicUrl}/mcp/`]);
  const named = params.getAll('resource');
  if (!named.some((one) => spellings.has(one))) return;
  params.delete('resource');
  const resources = new Set(named.map((one) => (spellings.has(one) ? `${publicUrl}/mcp` : one)));
  for (const one of resources) params.append('resource', one);
}

/** Adds the default scope if a request for authorization asks for no scope of the resource. */
function addScope(params: URLSearchParams): void {
  // The library refuses a parameter that was sent twice.
  if (params.getAll('scope').length > 1) return;
  const requested = (params.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.some((one) => requested.includes(one))) return;
  params.set('scope', [...requested, ...askedScopes(undefined)].join(' '));
}

/** The metadata of a client without fields that are null or an empty text. A text that is no JSON object is left to the library to refuse. */
function withoutEmptyFields(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (key, value: unknown) =>
      key !== '' && (value === null || value === '') ? undefined : value,
    );
  } catch {
    return body;
  }
}
