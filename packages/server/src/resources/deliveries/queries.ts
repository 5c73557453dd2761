import { delivery, type Delivery } from '@parley/core';
import {
  and,
  asc,
  count,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  lt,
  lte,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { candidates, claimOrder } from './claim-order.ts';
import type { Connection } from '../../engine/store/connection.ts';
import { earliest, isLater, since, type Due } from '../../engine/store/due.ts';
import { arrayLiteral } from '../../engine/store/literal.ts';
import { deliveryOf } from './table.ts';
import { table as deliveries } from './table.ts';
import { table as participants } from '../../engine/store/participants-table.ts';
import { spaceHeads } from '../../engine/store/schema.ts';
import { isRunning } from '../../engine/store/spaces-table.ts';

export interface DeliveryPlace {
  spaceId: string;
  /** The addressee or the sender. */
  participantId: string;
  /** A sequence: only deliveries of later messages. */
  after: number;
  limit: number;
  now: number;
}

export type DeliveryList = 'queued' | 'open' | 'pending' | 'all';

export function deliveryStore(db: PgRemoteDatabase, background: Connection) {
  const inSpace = eq(deliveries.spaceId, sql.placeholder('spaceId'));
  // Literals, because a plan for any parameter cannot use the partial indexes.
  const isPending = sql`${deliveries.state} <> 'done'`;
  const isOpen = and(isPending, sql`${deliveries.state} <> 'held'`);
  const isClaimed = sql`${deliveries.state} = 'claimed'`;
  const hasLapsed = lte(deliveries.leaseExpiresAt, sql.placeholder('now'));
  const lists: Record<DeliveryList, SQL | undefined> = {
    queued: and(isPending, or(sql`${deliveries.state} = 'queued'`, and(hasLapsed, lt(deliveries.attempt, delivery.maxAttempts)))),
    open: isOpen,
    pending: isPending,
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
    pending: listing(`deliveries_${role}_pending`, who, 'pending'),
    all: listing(`deliveries_${role}_all`, who, 'all'),
  });
  const received = of('received', eq(deliveries.participantId, sql.placeholder('participantId')));
  const sent = of('sent', eq(deliveries.senderId, sql.placeholder('participantId')));

  const one = db
    .select()
    .from(deliveries)
    .where(and(inSpace, eq(deliveries.deliveryId, sql.placeholder('deliveryId'))))
    .prepare('delivery');
  const some = db
    .select()
    .from(deliveries)
    .where(and(inSpace, sql`${deliveries.deliveryId} = any(${sql.placeholder('deliveryIds')}::uuid[])`))
    .prepare('deliveries_by_id');
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
  const countOf = (name: string, which: SQL | undefined) =>
    db
      .select({ count: count() })
      .from(deliveries)
      .where(and(inSpace, eq(deliveries.participantId, sql.placeholder('participantId')), which))
      .prepare(name);
  const openOf = countOf('deliveries_open_count', isOpen);
  const heldFor = countOf('deliveries_held_count', and(isPending, sql`${deliveries.state} = 'held'`));
  const between = db
    .select({ participantId: deliveries.participantId, count: count() })
    .from(deliveries)
    .where(
      and(
        inSpace,
        sql`${deliveries.participantId} = any(${sql.placeholder('participantIds')}::uuid[])`,
        eq(deliveries.senderId, sql.placeholder('senderId')),
        isPending,
      ),
    )
    .groupBy(deliveries.participantId)
    .prepare('deliveries_open_between');
  const turns = claimOrder(lists.queued!);
  // Its rows come from a subquery: joined with the table again, the planner would read all deliveries of the space.
  const columns = Object.entries(getTableColumns(deliveries)).map(
    ([property, column]) => [property, sql`${sql.identifier(column.name)}`.mapWith(column)] as const,
  );
  const claimable = db
    .select(Object.fromEntries(columns) as unknown as ReturnType<typeof getTableColumns<typeof deliveries>>)
    .from(sql`(${turns}) as claimable`)
    .orderBy(sql`place`)
    .prepare('deliveries_claimable');
  const inOpenSpace = and(eq(spaceHeads.spaceId, deliveries.spaceId), sql`not ${spaceHeads.closed}`);
  const due = db
    .select({ spaceId: deliveries.spaceId, dueAt: sql<number>`${deliveries.leaseExpiresAt}`.mapWith(Number) })
    .from(deliveries)
    .innerJoin(spaceHeads, inOpenSpace)
    .where(
      and(
        isClaimed,
        isNotNull(deliveries.leaseExpiresAt),
        hasLapsed,
        isLater(deliveries.leaseExpiresAt, deliveries.spaceId),
        isRunning(deliveries.spaceId),
      ),
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
  const leased = db.select().from(deliveries).where(and(inSpace, isClaimed)).prepare('deliveries_leased');
  const isHere = (participantId: typeof deliveries.participantId | typeof deliveries.senderId) =>
    db
      .select({ one: sql`1` })
      .from(participants)
      .where(
        and(
          eq(participants.spaceId, sql.placeholder('spaceId')),
          eq(participants.participantId, participantId),
          sql`${participants.endedAt} is null`,
        ),
      );
  const abandoned = db
    .select()
    .from(deliveries)
    .where(and(inSpace, isPending, or(notExists(isHere(deliveries.participantId)), notExists(isHere(deliveries.senderId)))))
    .orderBy(asc(deliveries.sequence))
    .limit(sql.placeholder('limit'))
    .prepare('deliveries_abandoned');
  const departed = (participantId: typeof deliveries.participantId | typeof deliveries.senderId) =>
    db
      .select({ one: sql`1` })
      .from(participants)
      .innerJoin(
        deliveries,
        and(eq(deliveries.spaceId, participants.spaceId), eq(participantId, participants.participantId), isPending),
      )
      .where(and(eq(participants.spaceId, spaceHeads.spaceId), gte(participants.endedAt, sql.placeholder('since'))));
  const spacesWithAbandoned = db
    .select({ spaceId: spaceHeads.spaceId })
    .from(spaceHeads)
    // A departure is an event, so spaces without a newer one are skipped.
    .where(
      and(
        sql`not ${spaceHeads.closed}`,
        gte(spaceHeads.lastMs, sql.placeholder('since')),
        or(exists(departed(deliveries.participantId)), exists(departed(deliveries.senderId))),
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare('deliveries_spaces_with_abandoned');

  return {
    received: async (list: DeliveryList, place: DeliveryPlace) => (await received[list].execute({ ...place })).map(deliveryOf),
    sent: async (list: DeliveryList, place: DeliveryPlace) => (await sent[list].execute({ ...place })).map(deliveryOf),
    async find(spaceId: string, deliveryId: string): Promise<Delivery | undefined> {
      const [row] = await one.execute({ spaceId, deliveryId });
      return row && deliveryOf(row);
    },
    some: async (spaceId: string, deliveryIds: readonly string[]): Promise<Delivery[]> =>
      deliveryIds.length === 0 ? [] : (await some.execute({ spaceId, deliveryIds: arrayLiteral(deliveryIds) })).map(deliveryOf),
    /** The delivery of a message to a participant. */
    async ofMessage(spaceId: string, participantId: string, sequence: number): Promise<Delivery | undefined> {
      const [row] = await ofMessage.execute({ spaceId, participantId, sequence });
      return row && deliveryOf(row);
    },
    /** How many deliveries `claimable` finds at most. */
    candidates,
    /** The next deliveries that can be claimed, in the order of claims. */
    claimable: async (place: Pick<DeliveryPlace, 'spaceId' | 'participantId' | 'now'>) =>
      (await claimable.execute({ ...place })).map(deliveryOf),
    /** How many deliveries of one sender are open or held, by addressee. */
    openBetween: async (spaceId: string, senderId: string, participantIds: readonly string[]) => {
      const rows = await between.execute({ spaceId, senderId, participantIds: arrayLiteral(participantIds) });
      return new Map(rows.map(({ participantId, count }) => [participantId, count]));
    },
    /** How many deliveries to a participant are open. */
    openCount: async (spaceId: string, participantId: string): Promise<number> =>
      (await openOf.execute({ spaceId, participantId }))[0]!.count,
    /** How many deliveries are held for a participant. */
    heldCount: async (spaceId: string, participantId: string): Promise<number> =>
      (await heldFor.execute({ spaceId, participantId }))[0]!.count,
    /** The open spaces with expired leases, oldest expiry first, after the given one. */
    spacesWithLeasesDue: (now: number, limit: number, after = earliest): Promise<Due[]> =>
      due.execute({ now, limit, ...since(after) }),
    lapsed: async (spaceId: string, now: number, limit: number) =>
      (await lapsed.execute({ spaceId, now, limit })).map(deliveryOf),
    /** Those that somebody holds, or held when their lease expired. */
    leased: async (spaceId: string): Promise<Delivery[]> => (await leased.execute({ spaceId })).map(deliveryOf),
    /** Deliveries without an outcome whose addressee or sender is gone. */
    abandoned: async (spaceId: string, limit: number) => (await abandoned.execute({ spaceId, limit })).map(deliveryOf),
    /** The open spaces with such deliveries to or from participants who left at an instant or later. */
    spacesWithAbandoned: async (since: number, limit: number) =>
      (await spacesWithAbandoned.execute({ since, limit })).map(({ spaceId }) => spaceId),

    /** When the oldest delivery was created that is queued in an open space; reads the open deliveries only. */
    async oldestQueued(now: number): Promise<number | undefined> {
      const [row] = await background.query(
        `select min(d.created_ms) from deliveries d join space_heads h on h.space_id = d.space_id
         where d.state = 'queued' and not h.closed and h.expires_ms > $1::bigint`,
        [now],
      );
      return row?.[0] ? Number(row[0]) : undefined;
    },

    /** Drops expired leases of ended spaces, which would otherwise be found as due until the purge; returns how many. */
    async dropLeases(now: number, limit: number): Promise<number> {
      const [row] = await background.query(
        `with expired as (select d.space_id, d.delivery_id from deliveries d join space_heads h on h.space_id = d.space_id and h.closed
         where d.state = 'claimed' and d.lease_expires_ms <= $1::bigint limit $2::int),
         dropped as (update deliveries d set state = 'queued', lease_id = null, lease_expires_ms = null from expired e
         where d.space_id = e.space_id and d.delivery_id = e.delivery_id returning 1)
         select count(*)::int from dropped`,
        [now, limit],
      );
      return Number(row?.[0]);
    },
  };
}
