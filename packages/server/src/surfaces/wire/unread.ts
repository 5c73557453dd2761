import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** So long the rest of a body can take that is small enough to keep its connection. */
const graceMs = 250;
const smallBytes = 64 * 1024;
/** So long a client that was answered can go on sending. */
const lingerMs = 5_000;

/** Requests whose clients wait for `100 Continue` before they send the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Lets a client send its body that waits for that. */
export function welcome(raw: IncomingMessage): void {
  waiting.get(raw)?.writeContinue();
  waiting.delete(raw);
}

/**
 * A body that nobody reads does not delay the answer, and ends its connection: without reading it, nobody knows where the next request
 * begins. The connection ends by and by, because a client that still sends would lose the answer.
 */
export function answerUnread(app: FastifyInstance): void {
  const { server } = app;
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
  app.addHook('preParsing', ({ raw, headers, routeOptions: { bodyLimit, config } }, _reply, _payload, done) => {
    const isRead = !config.operation?.takesBytes && Number(headers['content-length'] ?? 0) <= bodyLimit;
    if (waiting.has(raw) && isRead) welcome(raw);
    done();
  });
  app.addHook('onSend', ({ raw }, reply, payload, proceed) => {
    // A request that a test injected has no socket.
    if (raw.complete || !(raw.socket instanceof Socket)) return proceed(null, payload);
    const isSmall = !waiting.has(raw) && Number(raw.headers['content-length'] ?? Infinity) <= smallBytes;
    void (isSmall ? ended(raw) : Promise.resolve()).then(() => {
      if (!raw.complete) {
        reply.header('connection', 'close');
        linger(raw);
      }
      proceed(null, payload);
    });
  });
}

function ended(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, graceMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    raw.once('end', done).once('close', done).once('error', done).resume();
  });
}

/** When the answer is sent, Node ends the connection by this method. */
function linger(raw: IncomingMessage): void {
  const { socket } = raw;
  raw.resume();
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    raw.once('end', () => socket.destroy());
    socket.once('close', () => clearTimeout(timer));
  };
}
