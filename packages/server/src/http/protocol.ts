import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

const patienceMs = 5_000;

/** Corners of HTTP that Node would answer by itself, in its own words, or by cutting the connection. */
export function answerOddRequests(app: FastifyInstance): void {
  /** Those whose callers send no body before they are told to. */
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
    done(hasHost ? undefined : new ServiceError('invalid_request', 'HTTP/1.1 needs a Host'));
  });
  app.addHook('onSend', async ({ raw }) => {
    if (!raw.complete && hasSocket(raw) && !waiting.has(raw)) await swallowed(raw);
  });
}

/** A request that was injected, as tests do, has no socket to be cut. */
const hasSocket = ({ socket }: IncomingMessage): boolean => socket instanceof Socket;

/** A caller who is still sending would lose its answer with the connection, so what it sends is read to the end and thrown away. */
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
