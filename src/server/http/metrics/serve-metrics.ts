import { createServer } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import { isLoopback } from '../../../base/parse-api-url.ts';
import { originOf, type ListenAddress, listenOn } from '../listen-address.ts';
import type { Metrics, MetricsSources } from './metrics.ts';

/** Scrapers come every few seconds, one or two of them. */
const maxConnections = 16;

/**
 * Serves `/metrics` on its own address, so that the address for callers never shows figures.
 * @throws SettingError if the address cannot be listened on
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  sources: MetricsSources,
  listen: ListenAddress,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const loopbackOnly = isLoopback(listen.host);
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    // A web page can reach this machine only under a foreign name.
    if (loopbackOnly && !validateHostHeader(request.headers.host, localhostAllowedHostnames()).ok)
      return void response.writeHead(403).end();
    if (request.url?.split('?')[0] !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return void response.writeHead(404).end();
    void metrics.text(sources).then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = maxConnections;
  const port = await listenOn(server, listen, 'metrics-listen');
  return {
    url: `${originOf({ host: listen.host, port })}/metrics`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
