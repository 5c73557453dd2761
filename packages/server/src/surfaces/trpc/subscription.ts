import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError, type Contract, type OperationName } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parley } from '../../parley.ts';
import { credentialIn, type CallMetadata } from '../../call/metadata.ts';
import { isOurFault, serviceErrorOf } from '../../call/refusal.ts';
import { shapeOf } from '../../call/procedures/trpc-errors.ts';
import { metadataIn } from '../wire/request.ts';
import { isServed } from '../rest/rest.ts';
import type { Patience } from '../sse/sse.ts';
import { stream } from '../sse/stream.ts';
import { fromTheStart, pingFrame, refusedWith, Subscribed } from '../sse/subscribed.ts';

type Served = Pick<Parley, 'follow' | 'source'>;

/**
 * Serves a subscription to tRPC clients. The library would encode each event for each reader, and hold it in several forms
 * for those that do not read; a stream of ours encodes it once.
 */
export async function serveSubscription(
  name: OperationName,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { follow, source }: Served,
  patience: Partial<Patience>,
): Promise<unknown> {
  const query = queryIn(request);
  try {
    // An EventSource cannot set headers, so only a subscription can send its key in the URL.
    const credential = request.credential ?? credentialIn((objectIn(query, 'connectionParams') ?? {}) as IncomingHttpHeaders);
    const metadata: CallMetadata = { ...metadataIn(request, reply.raw, credential), transport: 'trpc' };
    const following = await follow(inputOf(request, query), metadata);
    return await stream(request, reply, {
      following,
      source,
      shaped: (inner) => new Subscribed(inner, following.from),
      patience: { ...patience, keepAlive: () => pingFrame },
    });
  } catch (error) {
    if (reply.sent) throw error;
    const refusal = serviceErrorOf(error);
    if (isOurFault(refusal)) request.log.error({ err: error, requestId: request.id }, 'a request failed');
    const told = refusedWith(shapeOf(refusal, request.id, name));
    return reply.header('content-type', 'text/event-stream; charset=utf-8').send(told);
  }
}

/** The name of the procedure, if a request subscribes; tRPC decodes the path once more than the router. */
export function subscribedTo(request: FastifyRequest, contract: Contract): OperationName | undefined {
  const name = decoded((request.params as { path: string }).path);
  if (request.method !== 'GET' || !isServed(name) || contract[name].answers !== 'events') return undefined;
  return queryIn(request).get('batch') === '1' ? undefined : name;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const queryIn = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);

/** The position to resume from comes beside the input. */
function inputOf({ headers }: FastifyRequest, query: URLSearchParams): unknown {
  const input = objectIn(query, 'input');
  const lastEventId = headers['last-event-id'] ?? query.get('lastEventId') ?? query.get('Last-Event-Id');
  return fromTheStart({ ...input, ...(lastEventId && { lastEventId }) });
}

function objectIn(query: URLSearchParams, name: string): Record<string, unknown> | undefined {
  const text = query.get(name);
  if (!text) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    if (value === null) return undefined;
    if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {}
  throw new ServiceError('invalid_request', `${name} in the URL must be a JSON object`);
}
