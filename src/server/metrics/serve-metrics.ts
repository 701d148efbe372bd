import { createServer } from 'node:http';
import { isLoopback } from '../../config/parse-api-url.ts';
import { readHost } from '../http-entry/read-host.ts';
import { originOf, type ListenAddress } from '../transports/listen-address.ts';
import { listenOn } from '../transports/listen-on.ts';
import { Connections } from '../http-entry/connections.ts';
import type { Metrics, MetricsSources } from './metrics.ts';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Scrapers come every few seconds, one or two of them. */
const maxConnections = 16;

/** Requests sent ahead of their answers on one connection. Scrapers send none. */
const maxPipelined = 2;

/**
 * Serves `/metrics` on a listener of its own, so that an address for callers never shows figures.
 *
 * @throws SettingError where the address cannot be listened on
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  sources: MetricsSources,
  listen: ListenAddress,
): Promise<MetricsServer> {
  const connections = new Connections({ maxConnections, maxPipelined });
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 });
  const loopbackOnly = isLoopback(listen.host);
  connections.serve(server, (request, response, closed) => {
    const host = readHost(request, { loopbackOnly });
    if ('refusal' in host) return void response.writeHead(host.refusal.status, { connection: 'close' }).end();
    if (request.url?.split('?')[0] !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return void response.writeHead(404, { connection: 'close' }).end();
    connections.begin(request.socket);
    void closed.then(() => connections.end(request.socket));
    void metrics.text(sources).then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
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
