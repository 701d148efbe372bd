import type { IncomingMessage } from 'node:http';

/**
 * The head of a request, as the SDK takes it; the body goes beside it, parsed. Of a POST it is only the part that the SDK and the
 * handlers read: making a whole `Request`, whose signal follows another, takes longer than parsing the body.
 */
export function webRequest(
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  host: string,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  const address = `http://${host}${url}`;
  if (method !== 'POST') return new Request(address, { method, headers, signal });
  return headOf({ method, url: address, headers }, signal);
}

/** The same request, ended by another signal. */
export const headOf = (
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  signal: AbortSignal,
): Request => ({ method, url, headers, signal }) satisfies Partial<Request> as Request;
