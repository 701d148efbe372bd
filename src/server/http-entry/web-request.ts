import type { IncomingMessage, ServerResponse } from 'node:http';

/** The head of a request, as the SDK takes it; the body goes beside it, parsed. Aborted when its caller hangs up before the answer is whole. */
export function webRequest(
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  host: string,
  response: ServerResponse,
): Request {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  return new Request(`http://${host}${url}`, { method, headers, signal: hangUp.signal });
}
