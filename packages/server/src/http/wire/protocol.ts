import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

const patienceMs = 5_000;

/** HTTP edge cases that Node would answer in its own format, or by closing the connection. */
export function answerOddRequests(app: FastifyInstance): void {
  /** Requests whose clients wait for `100 Continue` before they send the body. */
  const waiting = new WeakSet<IncomingMessage>();
  const { server } = app;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
  app.addHook('onRequest', ({ raw, headers, is404, routeOptions }, reply, done) => {
    const hasHost = headers.host !== undefined || raw.httpVersion !== '1.1';
    const isWelcome = hasHost && !is404 && Number(headers['content-length'] ?? 0) <= (routeOptions.bodyLimit ?? 0);
    if (isWelcome && waiting.delete(raw)) reply.raw.writeContinue();
    done(hasHost ? undefined : new ServiceError('invalid_request', 'An HTTP/1.1 request needs a Host header'));
  });
  app.addHook('onSend', ({ raw }, _reply, payload, proceed) => {
    if (raw.complete || !hasSocket(raw) || waiting.has(raw)) proceed(null, payload);
    else void swallowed(raw).then(() => proceed(null, payload));
  });
}

/** A request that a test injected has no socket. */
const hasSocket = ({ socket }: IncomingMessage): boolean => socket instanceof Socket;

/** Reads and discards the rest of the body: closing the connection while a client is sending would lose the answer. */
function swallowed(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    raw.once('end', done).once('close', done).once('error', done).resume();
  });
}
