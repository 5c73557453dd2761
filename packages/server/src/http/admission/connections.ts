import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './address.ts';

/** A client that has not sent its headers by then is cut. */
export const headersMs = 15_000;
/** A connection over which nothing moves is cut: an answer that nobody takes would be kept for ever. */
export const stillMs = 30_000;
/** So often Node looks for connections whose time for headers is over. */
export const checkMs = 5_000;

const mostInFlight = 16;
/** Beyond what it may have in streams and waiting polls. */
const mostPerAddress = 2_000;

const inFlight = Symbol('requests in flight');
type Counted = Socket & { [inFlight]?: number };

interface Bounds {
  /** Of this process. */
  most: number;
  /** Whether connections of one address are counted: those of a proxy are of many clients. */
  isCounted(ip: string): boolean;
}

/** Bounds connections: in all, per address, and the requests that one of them may pipeline. */
export function boundConnections(app: FastifyInstance, { most, isCounted }: Bounds): void {
  const { server } = app;
  server.maxConnections = most;
  boundPerAddress(server, isCounted);
  app.addHook('onRequest', (request, reply, done) => {
    const socket: Counted = request.raw.socket;
    const present = (socket[inFlight] ?? 0) + 1;
    socket[inFlight] = present;
    reply.raw.once('close', () => (socket[inFlight] = (socket[inFlight] ?? 1) - 1));
    if (present <= mostInFlight) return done();
    reply.header('connection', 'close');
    done(new ServiceError('rate_limited', `At most ${mostInFlight} requests at a time on one connection`, { retryAfter: 1 }));
  });
}

function boundPerAddress(server: Server, isCounted: Bounds['isCounted']): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || !isCounted(remoteAddress)) return;
    const address = addressOf(remoteAddress);
    const count = open.get(address) ?? 0;
    if (count >= mostPerAddress) return void socket.destroy();
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
