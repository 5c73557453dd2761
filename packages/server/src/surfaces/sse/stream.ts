import type { FastifyReply, FastifyRequest } from 'fastify';
import { follow, type Following, type Sink, type Source } from '../../engine/stream/follow.ts';
import { detachFromHttp } from './detach.ts';
import { EventStream, type Patience } from './sse.ts';

interface Streamed {
  following: Following;
  source: Source;
  /** Can turn the events into other frames. */
  shaped?: (sink: Sink) => Sink;
  patience?: Partial<Patience>;
}

/** Streams what a caller may follow: it bypasses Fastify and writes to the socket. Resolves when the stream has begun. */
export async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  { following, source, shaped = (sink) => sink, patience = {} }: Streamed,
): Promise<unknown> {
  if (!(await hasTurn(request, reply))) return reply.hijack();
  const open = () => {
    const sink = shaped(openStream(reply, patience));
    detachFromHttp(reply.raw);
    return sink;
  };
  await begun(following, open, source, request);
  return reply;
}

/** Whatever lasts as long as the stream must not refer to the request: `open` is forgotten when it has been called. */
function begun(
  following: Following,
  open: (() => Sink) | undefined,
  source: Source,
  { log, id: requestId }: FastifyRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const once = () => {
      const sink = open!();
      open = undefined;
      resolve();
      return sink;
    };
    follow(following, once, source).catch((err: unknown) => {
      if (open) reject(err);
      else log.error({ err, requestId }, 'a stream failed');
    });
  });
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
