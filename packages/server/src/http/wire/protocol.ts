import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

/** HTTP edge cases that Node would answer in its own format, or by closing the connection. */
export function answerOddRequests(app: FastifyInstance): void {
  const { server } = app;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    const hasHost = headers.host !== undefined || raw.httpVersion !== '1.1';
    done(hasHost ? undefined : new ServiceError('invalid_request', 'An HTTP/1.1 request needs a Host header'));
  });
}
