import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Prometheus } from '../../host/metrics/prometheus.ts';
import { isMetrics, sendMetrics } from './scrape.ts';

interface ListenAddress {
  host: string;
  port: number;
}

/** More than the scrapers that there are. */
const mostConnections = 100;
const requestMs = 10_000;

/** Serves the metrics to everyone on a port of its own, which opens with the server and closes after it. */
export function serveMetricsAt(app: FastifyInstance, prometheus: Prometheus, { host, port }: ListenAddress): void {
  const server = createServer({ headersTimeout: requestMs, requestTimeout: requestMs }, ({ method, url }, response) => {
    if (method === 'GET' && isMetrics(url)) void sendMetrics(response, prometheus);
    else response.writeHead(404).end();
  });
  // Not `server.maxConnections`: workers would pass what is beyond it on to each other for ever.
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open > mostConnections) socket.destroy();
  });
  app.addHook('onReady', async () => {
    server.listen(port, host);
    await once(server, 'listening');
  });
  app.addHook('onClose', async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
  });
}
