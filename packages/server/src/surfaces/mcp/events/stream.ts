import { readInput } from '@parley/core';
import { eventsErrorOf, streamParams, subscriptionIn } from '@parley/mcp';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parley } from '../../../parley.ts';
import { stream } from '../../sse/stream.ts';
import { metadataIn } from '../../wire/request.ts';
import { sendMessage, type Exchange } from '../exchange.ts';
import type { JsonRpcMessage } from '../message.ts';
import { isRegular } from '../revision.ts';
import { startOf } from './position.ts';
import { PushedEvents } from './pushed.ts';
import { subscriberOf } from './subscriber.ts';

/** Push delivery: the answer to `events/stream` is a stream of what happens. It ends with its connection, or when the key stops working. */
export function serveEventStreams(parley: Parley) {
  async function open({ message, options }: Exchange, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { id = null } = message;
    try {
      const params = readInput({ input: streamParams, path: '' }, message.params);
      const subscription = subscriptionIn(params);
      const shown = { ...metadataIn(request, reply.raw), transport: 'mcp' } as const;
      const { userToken } = shown;
      const asked = { given: subscription.spaceId, ofKey: request.spaceOfKey };
      const { spaceId, metadata, isByToken } = await subscriberOf(parley, shown, asked);
      const following = await parley.follow({ spaceId }, metadata);
      const start = await startOf(params, following.spaceId, parley.source);
      const token = isByToken ? () => parley.pipeline.credentialIn(spaceId, { userToken }) : undefined;
      let pushed: PushedEvents | undefined;
      return await stream(request, reply, {
        following: { ...following, from: { after: start.after } },
        source: parley.source,
        shaped: (inner) => (pushed = new PushedEvents(inner, { id, subscription, viewer: following.viewer, start, token })),
        patience: { keepAlive: () => pushed!.heartbeat() },
      });
    } catch (error) {
      if (reply.sent) throw error;
      const { code, message: text, data } = eventsErrorOf(error, options.refuse);
      return sendMessage(reply, JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: text, data } }));
    }
  }

  return {
    /** The library refuses the others. */
    isFor: (message: JsonRpcMessage, request: FastifyRequest): boolean =>
      message.method === 'events/stream' && isRegular(message, request),
    open,
  };
}
