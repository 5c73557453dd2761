import type { FastifyReply, FastifyRequest } from 'fastify';
import { follow, type Following, type Sink, type Source } from '../../engine/stream/follow.ts';
import { EventStream, type Patience } from './sse.ts';

interface Streamed {
  following: Following;
  source: Source;
  /** Can turn the events into other frames. */
  shaped?: (sink: Sink) => Sink;
  patience?: Partial<Patience>;
}

/** Streams what a caller may follow: it bypasses Fastify and writes to the socket. */
export async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  { following, source, shaped = (sink) => sink, patience = {} }: Streamed,
): Promise<unknown> {
  if (!(await hasTurn(request, reply))) return reply.hijack();
  try {
    await follow(following, () => shaped(openStream(reply, patience)), source);
  } catch (error) {
    if (!reply.sent) throw error;
    request.log.error({ err: error, requestId: request.id }, 'a stream failed');
  }
  return reply;
}

/** Takes the socket from Fastify; the response must have one. */
export function openStream(reply: FastifyReply, patience: Partial<Patience> = {}): EventStream {
  reply.hijack();
  return new EventStream(reply.raw, reply.getHeaders() as Record<string, string>, patience);
}

/** A response that waits behind another one on its connection has no socket yet. False if the connection ended first. */
async function hasTurn({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply): Promise<boolean> {
  if (!response.socket && !socket.destroyed) {
    await new Promise<void>((resolve) => {
      response.once('socket', () => resolve());
      socket.once('close', resolve);
    });
  }
  return !socket.destroyed;
}
