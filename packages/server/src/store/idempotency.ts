import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { idempotencyRecords as records } from './schema.ts';

export type IdempotencyRecord = Omit<typeof records.$inferSelect, 'spaceId'>;

export function idempotencyStore(db: PgRemoteDatabase) {
  const columns = {
    scope: records.scope,
    digest: records.digest,
    status: records.status,
    sealed: records.sealed,
    expiresAt: records.expiresAt,
  };

  return {
    find: (spaceId: string, scopes: string[]): Promise<IdempotencyRecord[]> =>
      db
        .select(columns)
        .from(records)
        .where(and(eq(records.spaceId, spaceId), inArray(records.scope, scopes))),

    /** Forgets up to `limit` records whose time ran out; answers how many. */
    async removeExpired(now: number, limit: number): Promise<number> {
      const due = db
        .select({ spaceId: records.spaceId, scope: records.scope })
        .from(records)
        .where(lte(records.expiresAt, now))
        .limit(limit);
      const removed = await db
        .delete(records)
        .where(sql`(${records.spaceId}, ${records.scope}) in (${due})`)
        .returning({ scope: records.scope });
      return removed.length;
    },
  };
}
