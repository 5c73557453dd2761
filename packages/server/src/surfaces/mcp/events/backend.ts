import { eventsError, type Delivery, type EventsBackend, type EventSubscription, type SubscribedEvents } from '@parley/mcp';
import type { CallMetadata } from '../../../call/metadata.ts';
import { credentialOf } from '../../../engine/keys/keys.ts';
import { dateTime } from '../../../engine/present/time.ts';
import type { Following } from '../../../engine/stream/follow.ts';
import type { Parley } from '../../../parley.ts';
import { poll } from './poll.ts';
import { startOf } from './position.ts';
import { subscriberOf } from './subscriber.ts';

/** What subscribers to events ask for in one exchange. */
export function eventsBackendOf(parley: Parley, exchange: CallMetadata, ofKey: string | undefined): EventsBackend {
  const { source, webhooks } = parley;

  /** Who subscribes, admitted to the space. */
  async function admitted({ spaceId: given }: EventSubscription): Promise<{ following: Following; tokenHash: string | null }> {
    const { spaceId, metadata, isByToken } = await subscriberOf(parley, exchange, { given, ofKey });
    const following = await parley.follow({ spaceId }, metadata);
    return { following, tokenHash: isByToken ? credentialOf(exchange.userToken!).hash : null };
  }

  const targetOf = ({ name, only }: EventSubscription, { spaceId, viewer }: Following, url: string) => ({
    ...{ spaceId, participantId: viewer.participantId, name, about: only ?? null, url },
  });

  return {
    delivery: ['poll', 'push', 'webhook'],
    async poll(subscription, position, most) {
      const { following } = await admitted(subscription);
      return poll(subscription, position, most, following, source);
    },
    async subscribe(subscription, position, { url, secret, ttlMs }: Delivery) {
      const { following, tokenHash } = await admitted(subscription);
      const { after, truncated } = await startOf(position, following.spaceId, source);
      const wish = {
        ...targetOf(subscription, following, url),
        keyHash: following.keyHash,
        tokenHash,
        cursor: after,
        secret,
        ttlMs,
      };
      const granted = await webhooks.put(wish);
      if ('reason' in granted) throw eventsError('callback', granted.message, { reason: granted.reason });
      return shown(granted, truncated);
    },
    async unsubscribe(subscription, url) {
      const { following } = await admitted(subscription);
      await webhooks.remove(targetOf(subscription, following, url));
    },
  };
}

type Granted = Exclude<Awaited<ReturnType<Parley['webhooks']['put']>>, Error>;

/** One that is renewed goes on where it is, whatever cursor its client has. */
function shown({ webhookId, cursor, expiresAt, before }: Granted, truncated: boolean): SubscribedEvents {
  const granted = { id: webhookId, refreshBefore: dateTime(expiresAt), cursor: String(cursor) };
  if (!before) return { ...granted, truncated };
  const { deliveredAt, lastError, failingSince } = before;
  return {
    ...granted,
    truncated: false,
    deliveryStatus: {
      active: true,
      lastDeliveryAt: deliveredAt === null ? null : dateTime(deliveredAt),
      lastError,
      ...(failingSince !== null && { failedSince: dateTime(failingSince) }),
    },
  };
}
