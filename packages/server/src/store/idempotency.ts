import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { idempotencyRecords as records } from './schema.ts';
import { columnNames, type Statement } from './statement.ts';

export type IdempotencyRecord = Omit<typeof records.$inferSelect, 'spaceId'>;

export const recordColumns = 'space_id uuid, scope text, digest text, status int, sealed text, expires_ms bigint';

/** In the order of `recordColumns`. A user's records lie where a space's would: under the id of whom they belong to. */
export const recordRow = (ownerId: string, { scope, digest, status, sealed, expiresAt }: IdempotencyRecord) => [
  ownerId,
  scope,
  digest,
  status,
  sealed,
  expiresAt,
];

/** Keeps the record of a user's write; answers the condition that this was the first time. */
export function keepOnce(statement: Statement, userId: string, record: IdempotencyRecord | undefined, condition = ''): string {
  if (!record) return '';
  statement.part(
    'kept',
    `insert into idempotency_records (${columnNames(recordColumns)})
     select r.* from ${statement.unnest('r', recordColumns, [recordRow(userId, record)])} ${condition}
     on conflict do nothing returning 1`,
  );
  return 'exists (select from kept)';
}

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
