import { delivery, type Delivery } from '@parley/core';
import { and, asc, count, eq, gt, isNotNull, lt, lte, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { earliest, isLater, since, type Due } from './due.ts';
import { deliveryOf } from './nouns/deliveries.ts';
import { deliveries, participants, spaceHeads } from './schema.ts';

export interface DeliveryPlace {
  spaceId: string;
  /** The addressee or the sender. */
  participantId: string;
  /** A sequence: only deliveries of later messages. */
  after: number;
  limit: number;
  now: number;
}

export type DeliveryList = 'queued' | 'open' | 'all';

export function deliveryStore(db: PgRemoteDatabase) {
  const inSpace = eq(deliveries.spaceId, sql.placeholder('spaceId'));
  // Literals, because a plan for any parameter cannot use the partial indexes.
  const isOpen = sql`${deliveries.state} <> 'done'`;
  const isClaimed = sql`${deliveries.state} = 'claimed'`;
  const hasLapsed = lte(deliveries.leaseExpiresAt, sql.placeholder('now'));
  const lists: Record<DeliveryList, SQL | undefined> = {
    queued: and(isOpen, or(sql`${deliveries.state} = 'queued'`, and(hasLapsed, lt(deliveries.attempt, delivery.maxAttempts)))),
    open: isOpen,
    all: undefined,
  };

  const listing = (name: string, who: SQL, which: DeliveryList) =>
    db
      .select()
      .from(deliveries)
      .where(and(inSpace, who, gt(deliveries.sequence, sql.placeholder('after')), lists[which]))
      .orderBy(asc(deliveries.sequence))
      .limit(sql.placeholder('limit'))
      .prepare(name);
  const of = (role: 'received' | 'sent', who: SQL) => ({
    queued: listing(`deliveries_${role}_queued`, who, 'queued'),
    open: listing(`deliveries_${role}_open`, who, 'open'),
    all: listing(`deliveries_${role}_all`, who, 'all'),
  });
  const received = of('received', eq(deliveries.participantId, sql.placeholder('participantId')));
  const sent = of('sent', eq(deliveries.senderId, sql.placeholder('participantId')));

  const one = db
    .select()
    .from(deliveries)
    .where(and(inSpace, eq(deliveries.deliveryId, sql.placeholder('deliveryId'))))
    .prepare('delivery');
  const ofMessage = db
    .select()
    .from(deliveries)
    .where(
      and(
        inSpace,
        eq(deliveries.participantId, sql.placeholder('participantId')),
        eq(deliveries.sequence, sql.placeholder('sequence')),
      ),
    )
    .prepare('delivery_of_message');
  const openOf = db
    .select({ count: count() })
    .from(deliveries)
    .where(and(inSpace, eq(deliveries.participantId, sql.placeholder('participantId')), isOpen))
    .prepare('deliveries_open_count');
  const inOpenSpace = and(eq(spaceHeads.spaceId, deliveries.spaceId), sql`not ${spaceHeads.closed}`);
  const due = db
    .select({ spaceId: deliveries.spaceId, dueAt: sql<number>`${deliveries.leaseExpiresAt}`.mapWith(Number) })
    .from(deliveries)
    .innerJoin(spaceHeads, inOpenSpace)
    .where(
      and(isClaimed, isNotNull(deliveries.leaseExpiresAt), hasLapsed, isLater(deliveries.leaseExpiresAt, deliveries.spaceId)),
    )
    .orderBy(asc(deliveries.leaseExpiresAt), asc(deliveries.spaceId))
    .limit(sql.placeholder('limit'))
    .prepare('deliveries_lease_due');
  const lapsed = db
    .select()
    .from(deliveries)
    .where(and(inSpace, isClaimed, hasLapsed))
    .limit(sql.placeholder('limit'))
    .prepare('deliveries_lapsed');
  const isHere = db
    .select({ one: sql`1` })
    .from(participants)
    .where(
      and(
        eq(participants.spaceId, deliveries.spaceId),
        eq(participants.participantId, deliveries.participantId),
        sql`${participants.endedAt} is null`,
      ),
    );
  const abandoned = db
    .select()
    .from(deliveries)
    .where(and(inSpace, isOpen, notExists(isHere)))
    .limit(sql.placeholder('limit'))
    .prepare('deliveries_abandoned');
  const spacesWithAbandoned = db
    .selectDistinct({ spaceId: deliveries.spaceId })
    .from(deliveries)
    .innerJoin(spaceHeads, inOpenSpace)
    .where(and(isOpen, notExists(isHere)))
    .limit(sql.placeholder('limit'))
    .prepare('deliveries_spaces_with_abandoned');

  return {
    received: async (list: DeliveryList, place: DeliveryPlace) => (await received[list].execute({ ...place })).map(deliveryOf),
    sent: async (list: DeliveryList, place: DeliveryPlace) => (await sent[list].execute({ ...place })).map(deliveryOf),
    async find(spaceId: string, deliveryId: string): Promise<Delivery | undefined> {
      const [row] = await one.execute({ spaceId, deliveryId });
      return row && deliveryOf(row);
    },
    /** The delivery of a message to a participant. */
    async ofMessage(spaceId: string, participantId: string, sequence: number): Promise<Delivery | undefined> {
      const [row] = await ofMessage.execute({ spaceId, participantId, sequence });
      return row && deliveryOf(row);
    },
    /** How many deliveries to a participant are open. */
    openCount: async (spaceId: string, participantId: string): Promise<number> =>
      (await openOf.execute({ spaceId, participantId }))[0]!.count,
    /** The open spaces with expired leases, oldest expiry first, after the given one. */
    spacesWithLeasesDue: (now: number, limit: number, after = earliest): Promise<Due[]> =>
      due.execute({ now, limit, ...since(after) }),
    lapsed: async (spaceId: string, now: number, limit: number) =>
      (await lapsed.execute({ spaceId, now, limit })).map(deliveryOf),
    /** Open deliveries whose addressee is gone. */
    abandoned: async (spaceId: string, limit: number) => (await abandoned.execute({ spaceId, limit })).map(deliveryOf),
    spacesWithAbandoned: async (limit: number) => (await spacesWithAbandoned.execute({ limit })).map(({ spaceId }) => spaceId),
  };
}
