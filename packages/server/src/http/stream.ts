import type { FastifyReply, FastifyRequest } from 'fastify';
import { follow, type Following, type Sink, type Source } from '../events/follow.ts';
import { EventStream } from './sse.ts';

/** Streams what a caller may follow: it bypasses Fastify and writes to the socket. `shaped` can turn the events into other frames. */
export async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  { following, source, shaped = (sink) => sink }: { following: Following; source: Source; shaped?: (sink: Sink) => Sink },
): Promise<unknown> {
  if (!(await hasTurn(request, reply))) return reply.hijack();
  try {
    await follow(following, () => shaped(openStream(reply)), source);
  } catch (error) {
    if (!reply.sent) throw error;
    request.log.error({ err: error, requestId: request.id }, 'a stream failed');
  }
  return reply;
}

function openStream(reply: FastifyReply): EventStream {
  reply.hijack();
  return new EventStream(reply.raw, reply.getHeaders() as Record<string, string>);
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
