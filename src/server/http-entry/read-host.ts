import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { HttpRefusal } from './http-refusal.ts';
import { headerValues } from './request-head.ts';

export interface HostOptions {
  /** Whether only this machine can reach the listener. */
  readonly loopbackOnly: boolean;
  /** A host under which a proxy passes requests on. */
  readonly publicHost?: string | undefined;
}

/**
 * The host that a request names, or its refusal. On this machine only, it has to be a name of this machine, which keeps a web page
 * from reaching a listener through a rebound DNS name (MCP transports, "Security Warning").
 */
export function readHost(
  request: Pick<IncomingMessage, 'rawHeaders'>,
  { loopbackOnly, publicHost }: HostOptions,
): { readonly host: string } | { readonly refusal: HttpRefusal } {
  const hosts = headerValues(request, 'host');
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !isHost(host))
    return { refusal: { status: 400, message: 'Exactly one well-formed Host header is needed' } };
  const isServed =
    !loopbackOnly || host.toLowerCase() === publicHost || validateHostHeader(host, localhostAllowedHostnames()).ok;
  return isServed
    ? { host }
    : { refusal: { status: 403, message: 'Invalid Host: only names of this machine are served' } };
}

/** `name`, `name:port`, `[address]:port` (RFC 9110, section 7.2). Nothing else that a URL parser would make a host of. */
const isHost = (text: string): boolean =>
  /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`);
