import type { Served } from './http-server.ts';

/** The server as one caller reaches it: every request carries that bearer token, and these headers. */
export const asCaller = <Server extends Served>(
  server: Server,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Server => {
  const own = { authorization: `Bearer ${token}`, ...headers };
  return {
    ...server,
    ask: (asking) => server.ask({ ...asking, headers: { ...own, ...asking.headers } }),
    open: (asking) => server.open({ ...asking, headers: { ...own, ...asking.headers } }),
  };
};
