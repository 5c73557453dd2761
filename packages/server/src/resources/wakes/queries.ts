import { and, eq, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { table as wakes } from './table.ts';

/** A wake address with what its receiver last answered. */
export type WakeRow = typeof wakes.$inferSelect;

export type WakeStanding = Pick<WakeRow, 'restsUntil' | 'isQuick'>;

export interface Failure {
  spaceId: string;
  wakeId: string;
  now: number;
  lastError: string;
  restMs: { least: number; most: number };
}

/** What its receiver answered: no decision depends on it, so it is stored beside the state. */
export function wakeStore(db: PgRemoteDatabase) {
  const found = (spaceId: string, wakeId: string) => and(eq(wakes.spaceId, spaceId), eq(wakes.wakeId, wakeId));

  return {
    async find(spaceId: string, wakeId: string): Promise<WakeRow | undefined> {
      const [row] = await db.select().from(wakes).where(found(spaceId, wakeId));
      return row;
    },

    /** Its receiver accepted a request; returns what was stored before, if the address still exists. */
    async answered(spaceId: string, wakeId: string, now: number, isQuick: boolean): Promise<WakeStanding | undefined> {
      const before = db
        .$with('before')
        .as(
          db
            .select({ restsUntil: wakes.restsUntil, isQuick: wakes.isQuick })
            .from(wakes)
            .where(found(spaceId, wakeId))
            .for('update'),
        );
      const answer = { answeredAt: now, failingSince: null, restsUntil: null, lastError: null, isQuick };
      const [row] = await db
        .with(before)
        .update(wakes)
        .set(answer)
        .from(before)
        .where(found(spaceId, wakeId))
        .returning({ restsUntil: before.restsUntil, isQuick: before.isQuick });
      return row;
    },

    /** Nothing new is sent to it for a while. */
    async rest(spaceId: string, wakeId: string, restsUntil: number): Promise<void> {
      await db.update(wakes).set({ restsUntil }).where(found(spaceId, wakeId));
    },

    /**
     * A request failed: the address rests as long as it has been failing, within the given bounds. Returns since when all requests failed,
     * or undefined if there is no such address any more.
     */
    async failed({
      spaceId,
      wakeId,
      now,
      lastError,
      restMs,
    }: Failure): Promise<{ since: number; restsUntil: number } | undefined> {
      const failingSince = sql<number>`coalesce(${wakes.failingSince}, ${now}::bigint)`;
      const rest = sql`least(greatest(${now}::bigint - ${failingSince}, ${restMs.least}::bigint), ${restMs.most}::bigint)`;
      const [row] = await db
        .update(wakes)
        .set({ failingSince, lastError, isQuick: false, restsUntil: sql`${now}::bigint + ${rest}` })
        .where(found(spaceId, wakeId))
        .returning({ since: wakes.failingSince, restsUntil: wakes.restsUntil });
      return row && { since: row.since!, restsUntil: row.restsUntil! };
    },
  };
}
