import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { link } from '@parley/core';
import type { Connection } from './connection.ts';
import { linkRequests } from './schema.ts';
import { Statement } from './statement.ts';
import type { UserToken } from './user-tokens.ts';

export type LinkRequest = typeof linkRequests.$inferSelect;
type FreshToken = Omit<UserToken, 'userId' | 'name' | 'lastUsedAt' | 'revokedAt'>;
export type Polled = Pick<LinkRequest, 'status' | 'expiresAt'> & { polledAt: number | undefined };
type Fresh = Omit<LinkRequest, 'status' | 'userId' | 'polledAt'>;

export function linkStore(db: PgRemoteDatabase, connection: Connection) {
  return {
    async add(request: Fresh): Promise<void> {
      await db.insert(linkRequests).values({ ...request, status: 'pending' });
    },

    async byCode(userCode: string): Promise<LinkRequest | undefined> {
      const [row] = await db.select().from(linkRequests).where(eq(linkRequests.userCode, userCode));
      return row;
    },

    /** False when somebody decided before, or time ran out. */
    async decide(userCode: string, status: 'approved' | 'denied', userId: string, now: number): Promise<boolean> {
      const decided = await db
        .update(linkRequests)
        .set({ status, userId })
        .where(and(eq(linkRequests.userCode, userCode), eq(linkRequests.status, 'pending'), gt(linkRequests.expiresAt, now)))
        .returning({ status: linkRequests.status });
      return decided.length === 1;
    },

    /** What a user approved and nobody collected yet is refused after all. */
    async withdraw(userId: string): Promise<void> {
      const uncollected = and(eq(linkRequests.userId, userId), eq(linkRequests.status, 'approved'));
      await db.update(linkRequests).set({ status: 'denied' }).where(uncollected);
    },

    /**
     * Answers the request as it was. The first poll after the approval turns it into a token in the same statement, so of
     * many at once one gets it; the rule that says which poll counts is core's, and here once more as SQL.
     */
    async poll(deviceHash: string, now: number, intervalMs: number, token: FreshToken): Promise<Polled | undefined> {
      const statement = new Statement();
      const at = `${statement.bind(now)}::bigint`;
      const since = `${statement.bind(link.earliestPollBefore(now, intervalMs))}::bigint`;
      const device = statement.bind(deviceHash);
      const [id, prefix, hash] = [token.tokenId, token.prefix, token.tokenHash].map((value) => statement.bind(value));
      statement.part(
        'asked',
        `select status, expires_ms, polled_ms, user_id, agent_name from link_requests
         where device_hash = ${device} for update`,
      );
      statement.part(
        'polled',
        `update link_requests l set polled_ms = ${at}, status = case l.status when 'approved' then 'consumed' else l.status end
         from asked where l.device_hash = ${device} and asked.status <> 'consumed' and asked.expires_ms > ${at}
         and (asked.polled_ms is null or asked.polled_ms <= ${since}) returning asked.status, asked.user_id, asked.agent_name`,
      );
      statement.part(
        'minted',
        `insert into user_tokens (user_id, token_id, name, prefix, token_hash, created_ms)
         select user_id, ${id}::uuid, agent_name, ${prefix}, ${hash}, ${at} from polled where status = 'approved' returning 1`,
      );
      const [row] = await connection.query(statement.text('select status, expires_ms, polled_ms from asked'), statement.params);
      if (!row) return undefined;
      const [status, expiresAt, polledAt] = row as [Polled['status'], number, number | null];
      return { status, expiresAt, polledAt: polledAt ?? undefined };
    },

    /** Forgets up to `limit` requests that ended long ago; answers how many. */
    async removeExpired(before: number, limit: number): Promise<number> {
      const due = db
        .select({ deviceHash: linkRequests.deviceHash })
        .from(linkRequests)
        .where(lte(linkRequests.expiresAt, before))
        .limit(limit);
      const removed = await db
        .delete(linkRequests)
        .where(inArray(linkRequests.deviceHash, due))
        .returning({ deviceHash: linkRequests.deviceHash });
      return removed.length;
    },
  };
}
