import type { ServiceError } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { A2aCall } from './call.ts';
import type { Streaming } from './streams.ts';
import type { Encode } from './updates.ts';
import type { Sink } from '../../engine/stream/follow.ts';
import { retryLine } from '../../engine/stream/notice.ts';
import type { Parley } from '../../parley.ts';
import { isOurFault, refusalHeaders, serviceErrorOf } from '../../call/refusal.ts';
import { holding } from '../limits/held.ts';
import { metadataIn } from '../wire/request.ts';
import { stream } from '../sse/stream.ts';

export type BindingParts = Pick<
  Parley,
  | 'admission'
  | 'config'
  | 'contract'
  | 'call'
  | 'perform'
  | 'follow'
  | 'pipeline'
  | 'source'
  | 'destinations'
  | 'mint'
  | 'publicUrl'
>;

/** What A2A needs of an HTTP request. */
export function callOf(request: FastifyRequest, reply: FastifyReply, service: BindingParts): A2aCall {
  const resumed = request.headers['last-event-id'];
  return {
    service,
    metadata: { ...metadataIn(request, reply.raw), transport: 'a2a', hold: holding(service.admission, request, reply.raw) },
    reply: {},
    lastEventId: Array.isArray(resumed) ? resumed[0] : resumed,
  };
}

/** One event of a stream. Its id is the sequence, so that a client can resume with `Last-Event-ID`. */
export function frameOf(json: object, sequence: number | undefined): Buffer {
  const id = sequence === undefined ? '' : `id: ${sequence}\n`;
  return Buffer.from(`${id}data: ${JSON.stringify(json)}\n\n`);
}

/** Sends a stream: its first object, and then what follows. */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { first, isDone, rest }: Streaming,
  { source }: BindingParts,
  encode: Encode,
): Promise<unknown> {
  const sendFirst = () => reply.header('content-type', 'text/event-stream; charset=utf-8').send(encode(first));
  if (!rest) return sendFirst();
  const shaped = (sink: Sink) => {
    sink.deliver([], Buffer.concat([Buffer.from(retryLine()), encode(first)]));
    return rest.updates(sink, encode);
  };
  try {
    return await stream(request, reply, { following: rest.following, source, shaped });
  } catch (error) {
    if (reply.sent || !isDone) throw error;
    return sendFirst();
  }
}

/** Sends a refusal in the format of a binding. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    error,
    publicUrl,
    format,
  }: { error: unknown; publicUrl: string; format(refusal: ServiceError): { status: number; body: object } },
): FastifyReply {
  const refusal = serviceErrorOf(error);
  if (isOurFault(refusal)) request.log.error({ err: error, requestId: request.id }, 'a request failed');
  const { status, body } = format(refusal);
  return reply
    .code(status)
    .headers(refusalHeaders(refusal, publicUrl))
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
