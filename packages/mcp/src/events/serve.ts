import type { Server } from '@modelcontextprotocol/server';
import { readInput } from '@parley/core';
import { z } from 'zod';
import type { EventsBackend } from './backend.ts';
import { eventsError } from './errors.ts';
import { pollParams, subscribeParams, subscriptionIn, unsubscribeParams } from './params.ts';
import { eventsErrorOf, type RefusalFrom } from './refusal.ts';
import { listedEventTypes } from './types.ts';

/** The capability of a server that has events (SEP-3415): where the extension puts it, and where clients of its draft read it. */
export const eventsCapabilities = { events: {}, extensions: { 'io.modelcontextprotocol/events': {} } };

const listing = z.object({ cursor: z.string().optional() });
/** The library would refuse what is wrong in the words of its validator. */
const anything = z.looseObject({});

/** Answers the methods of the extension that are answered at once. */
export function serveEvents(
  server: Server,
  { delivery, poll, subscribe, unsubscribe }: EventsBackend,
  refuse: RefusalFrom,
  caching: { ttlMs: number; cacheScope: 'public' | 'private' },
): void {
  server.setRequestHandler('events/list', { params: listing }, () => ({ events: listedEventTypes(delivery), ...caching }));
  const serve = <Input extends z.ZodType>(method: string, input: Input, work: (params: z.output<Input>) => Promise<object>) =>
    server.setRequestHandler(method, { params: anything }, async (sent) => {
      try {
        return { ...(await work(readInput({ input, path: '' }, sent))) };
      } catch (error) {
        throw eventsErrorOf(error, refuse);
      }
    });
  serve('events/poll', pollParams, (params) => poll(subscriptionIn(params), params, params.maxEvents ?? undefined));
  serve('events/subscribe', subscribeParams, (params) => {
    const { mode, ...where } = params.delivery;
    if (mode === 'webhook') return subscribe(subscriptionIn(params), params, { ...where, ttlMs: params.ttlMs });
    const data = { feature: 'deliveryMode', value: mode };
    throw eventsError('unsupported', 'events/subscribe delivers to a URL only: delivery.mode is webhook', data);
  });
  serve('events/unsubscribe', unsubscribeParams, async (params) => {
    await unsubscribe(subscriptionIn(params), params.delivery.url);
    return {};
  });
}
