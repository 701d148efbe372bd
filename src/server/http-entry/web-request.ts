import type { IncomingMessage } from 'node:http';

/** The head of a request, as the SDK takes it; the body goes beside it, parsed. */
export function webRequest(
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  host: string,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  return new Request(`http://${host}${url}`, { method, headers, signal });
}
