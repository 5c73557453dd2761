import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Meter } from '../../engine/observe/meter.ts';

const isExempt = Symbol('not measured');
type Exempt = ServerResponse & { [isExempt]?: true };

/** Leaves a response out, as those about the metrics themselves, and those that only begin a stream. */
export const exempt = (response: Exempt): void => void (response[isExempt] = true);

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Measures requests by their routes, of which there is a fixed number, and counts connections.
 */
export function measureRequests(app: FastifyInstance, meter: Meter): void {
  app.addHook('onResponse', ({ method, protocol, routeOptions: { config, url = '' } }, reply, done) => {
    if (!(reply.raw as Exempt)[isExempt]) {
      meter.observe(
        'http_server_request_duration_seconds',
        reply.elapsedTime / 1000,
        methods.has(method) ? method : '_OTHER',
        config?.operation?.path ?? url,
        String(reply.statusCode),
        // Behind a proxy it can be any text that a client sends.
        protocol === 'https' ? 'https' : 'http',
      );
    }
    done();
  });
  let open = 0;
  app.server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
  });
  meter.gauge('parley_open_connections', () => open);
}
