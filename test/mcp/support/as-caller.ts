import type { HttpServer } from './http-server.ts';

/** The server as one caller reaches it: every request carries that bearer token, and these headers. */
export const asCaller = (
  server: HttpServer,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): HttpServer => ({
  ...server,
  ask: (asking) =>
    server.ask({ ...asking, headers: { authorization: `Bearer ${token}`, ...headers, ...asking.headers } }),
});
