import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../../engine/limits/address.ts';
import type { Admission } from '../../call/admission/admission.ts';
import { laterSeconds } from '../../call/admission/later.ts';
import type { OpenBook } from '../../engine/limits/counter.ts';
import type { HeldCount } from '../../engine/limits/tally.ts';

/** How long a client can take to send its headers. */
export const headersMs = 15_000;
/** How often Node checks for connections that took too long. */
export const checkMs = 5_000;

const mostInFlight = 16;
/** A connection with more waiting requests is dropped: even their refusals would take memory. */
const mostWaiting = 2 * mostInFlight;
/** The cost for the address of a dropped connection, whose data had to be read all the same. */
const dropCost = 300;
/** Connections beyond the maximum, for probes: a full server is alive. They end after a short time, so that nobody keeps them. */
const forProbes = 64;
const probeMs = 5_000;
/** Connections per address, in addition to its streams and waiting polls. */
const mostPerAddress = 2_000;

const inFlight = Symbol('requests in flight');
/** Whether the connection is one of those for probes. */
const isExtra = Symbol('beyond the maximum');
type Counted = Socket & { [inFlight]?: number; [isExtra]?: boolean };
/** How many requests were in flight on the connection when this one arrived. */
const place = Symbol('place on the connection');
type Placed = IncomingMessage & { [place]?: number };

/** Whether a response is in progress or waiting on a connection. */
export const isAnswering = (socket: Socket): boolean => ((socket as Counted)[inFlight] ?? 0) > 0;

interface Bounds {
  /** Maximum number of connections. */
  most: number;
  /** The open ones, by address; those of other workers too. */
  open: HeldCount;
  /** What each address has spent; absent behind a proxy, where connections do not identify addresses. */
  addresses: OpenBook | undefined;
  refused: Admission['refused'];
}

/** Bounds the connections in total and per address, and the pipelined requests of each. */
export function boundConnections(app: FastifyInstance, { most, open, addresses, refused }: Bounds): void {
  const { server } = app;
  if (addresses) boundPerAddress(server, open, addresses, () => refused('address_connections'));
  boundInAll(server, open, most);
  boundPipelining(server, (socket) => {
    refused('pipelining');
    void addresses?.spend(addressOf(socket.remoteAddress), dropCost);
  });
  app.addHook('onRequest', ({ raw, routeOptions: { config } }, reply, done) => {
    if ((raw.socket as Counted)[isExtra]) {
      reply.header('connection', 'close');
      if (!config.isProbe && !config.operation?.unlimited) {
        refused('connections');
        const retryAfter = laterSeconds();
        return done(new ServiceError('overloaded', 'The server has no free connections; try again', { retryAfter }));
      }
    }
    if (((raw as Placed)[place] ?? 0) <= mostInFlight) return done();
    refused('pipelining');
    reply.header('connection', 'close');
    done(new ServiceError('rate_limited', `A connection can have at most ${mostInFlight} requests in flight`, { retryAfter: 1 }));
  });
}

/**
 * Counts connections, marks those beyond the maximum, and ends them soon. `server.maxConnections` would not do: a worker gives what is
 * beyond it to the next worker, and they would pass it on for ever.
 */
function boundInAll(server: Server, open: HeldCount, most: number): void {
  server.on('connection', (socket: Counted) => {
    if (socket.destroyed) return;
    if (open.total >= most + forProbes) return void socket.destroy();
    const address = addressOf(socket.remoteAddress);
    open.add(address, 1);
    if (open.total > most) {
      socket[isExtra] = true;
      const end = setTimeout(() => socket.destroy(), probeMs).unref();
      socket.once('close', () => clearTimeout(end));
    }
    socket.once('close', () => open.add(address, -1));
  });
}

/** Counts a request before any other work. Node parses everything it received, even after the connection was dropped. */
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

/** Drops connections of an address that has too many, or has spent twice its limit, until its window ends. */
function boundPerAddress(server: Server, open: HeldCount, addresses: OpenBook, refused: () => void): void {
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket.remoteAddress);
    if (open.of(address) < mostPerAddress && addresses.remaining(address) >= -addresses.limit) return;
    refused();
    socket.destroy();
  });
}
