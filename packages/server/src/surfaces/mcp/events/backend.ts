import type { EventsBackend } from '@parley/mcp';
import type { CallMetadata } from '../../../call/metadata.ts';
import type { Parley } from '../../../parley.ts';
import { poll } from './poll.ts';
import { subscriberOf } from './subscriber.ts';

/** What subscribers to events ask for in one exchange. */
export const eventsBackendOf = (parley: Parley, exchange: CallMetadata, ofKey: string | undefined): EventsBackend => ({
  delivery: ['poll', 'push'],
  async poll(subscription, position, most) {
    const { spaceId, metadata } = await subscriberOf(parley, exchange, { given: subscription.spaceId, ofKey });
    return poll(subscription, position, most, await parley.follow({ spaceId }, metadata), parley.source);
  },
});
