import { and, eq, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { wakes } from './schema.ts';

/** A wake address with what its receiver last answered. */
export type WakeRow = typeof wakes.$inferSelect;

/** What its receiver answered: no decision depends on it, so it is stored beside the state. */
export function wakeStore(db: PgRemoteDatabase) {
  const found = (spaceId: string, wakeId: string) => and(eq(wakes.spaceId, spaceId), eq(wakes.wakeId, wakeId));

  return {
    async find(spaceId: string, wakeId: string): Promise<WakeRow | undefined> {
      const [row] = await db.select().from(wakes).where(found(spaceId, wakeId));
      return row;
    },

    /** Its receiver accepted a request. */
    async answered(spaceId: string, wakeId: string, now: number): Promise<void> {
      const answer = { answeredAt: now, failingSince: null, lastError: null };
      await db.update(wakes).set(answer).where(found(spaceId, wakeId));
    },

    /** A request failed; returns since when all requests failed, or undefined if there is no such address any more. */
    async failed(spaceId: string, wakeId: string, now: number, lastError: string): Promise<number | undefined> {
      const failingSince = sql<number>`coalesce(${wakes.failingSince}, ${now}::bigint)`;
      const [row] = await db
        .update(wakes)
        .set({ failingSince, lastError })
        .where(found(spaceId, wakeId))
        .returning({ failingSince: wakes.failingSince });
      return row?.failingSince ?? undefined;
    },
  };
}
