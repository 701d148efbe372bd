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
  const address = `http://${host}${url}`;
  if (method !== 'POST') return new Request(address, { method, headers: headersOf(rawHeaders), signal });
  let headers: Headers | undefined;
  const head = {
    method,
    url: address,
    signal,
    get headers() {
      return (headers ??= headersOf(rawHeaders));
    },
  };
  return head satisfies Partial<Request> as Request;
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] as string, raw[at + 1] as string);
  return headers;
}

/** The same request, ended by another signal. */
export const headOf = (
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  signal: AbortSignal,
): Request => ({ method, url, headers, signal }) satisfies Partial<Request> as Request;
