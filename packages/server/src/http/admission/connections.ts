import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './address.ts';
import { Tally } from './tally.ts';
import type { Windows } from './windows.ts';

/** A client that has not sent its headers by then is cut. */
export const headersMs = 15_000;
/** How often Node looks for connections whose time for headers is over. */
export const checkMs = 5_000;

const mostInFlight = 16;
/** A connection with so many requests that wait is dropped: even their refusals would have to be kept. */
const mostWaiting = 2 * mostInFlight;
/** What dropping a connection costs its address: what it sent had to be read all the same. */
const dropCost = 300;
/** Beyond what it may have in streams and waiting polls. */
const mostPerAddress = 2_000;

const inFlight = Symbol('requests in flight');
type Counted = Socket & { [inFlight]?: number };
/** How many were in flight on its connection when a request came. */
const place = Symbol('place on the connection');
type Placed = IncomingMessage & { [place]?: number };

/** Whether a response is under way on a connection, or waits there. */
export const isAnswering = (socket: Socket): boolean => ((socket as Counted)[inFlight] ?? 0) > 0;

interface Bounds {
  /** Connections of this process. */
  most: number;
  /** What addresses spent; without it, as behind a proxy, connections are not told apart by address. */
  addresses: Windows | undefined;
}

/** Bounds connections: in all, per address, and the requests that one of them may pipeline. */
export function boundConnections(app: FastifyInstance, { most, addresses }: Bounds): void {
  const { server } = app;
  server.maxConnections = most;
  if (addresses) boundPerAddress(server, addresses);
  boundPipelining(server, (socket) => addresses?.spend(addressOf(socket.remoteAddress), dropCost));
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (((raw as Placed)[place] ?? 0) <= mostInFlight) return done();
    reply.header('connection', 'close');
    done(new ServiceError('rate_limited', `At most ${mostInFlight} requests at a time on one connection`, { retryAfter: 1 }));
  });
}

/** Counts before anything is made of a request. Node reads all that came at once, also after its connection was dropped. */
function boundPipelining(server: Server, dropped: (socket: Socket) => void): void {
  const [route] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: Placed, response: ServerResponse) => {
    const socket: Counted = request.socket;
    if (socket.destroyed) return;
    const waiting = (socket[inFlight] ?? 0) + 1;
    if (waiting > mostWaiting) {
      dropped(socket);
      socket.destroy();
      return;
    }
    socket[inFlight] = request[place] = waiting;
    response.once('close', () => (socket[inFlight] = (socket[inFlight] ?? 1) - 1));
    route!(request, response);
  });
}

/** An address that has spent what it may twice over is not listened to until its window ends. */
function boundPerAddress(server: Server, addresses: Windows): void {
  const open = new Tally();
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket.remoteAddress);
    if (open.of(address) >= mostPerAddress || addresses.remaining(address) < -addresses.limit) {
      socket.destroy();
      return;
    }
    open.add(address, 1);
    socket.once('close', () => open.add(address, -1));
  });
}
