import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { users, userTokens } from './schema.ts';

export type User = typeof users.$inferSelect;
export type UserToken = typeof userTokens.$inferSelect;

/** How far `lastUsedAt` may lag behind, so that a busy token is not a row rewritten all the time. */
const lastUsedEveryMs = 60_000;

export function userStore(db: PgRemoteDatabase) {
  const byHash = db
    .select()
    .from(userTokens)
    .where(and(eq(userTokens.tokenHash, sql.placeholder('hash')), isNull(userTokens.revokedAt)))
    .prepare('token_by_hash');

  return {
    /** The user an identity provider names: made when it is new, renamed when the provider says so. */
    async known(user: User): Promise<User> {
      const [row] = await db
        .insert(users)
        .values(user)
        .onConflictDoUpdate({ target: [users.issuer, users.subject], set: { name: user.name, email: user.email } })
        .returning();
      return row!;
    },

    /** A token that works, by the SHA-256 of its secret. Asked for at each use: a revoked one works nowhere any more. */
    async tokenBy(hash: string): Promise<UserToken | undefined> {
      const [row] = await byHash.execute({ hash });
      return row;
    },

    async used({ userId, tokenId, lastUsedAt }: UserToken, now: number): Promise<void> {
      if (lastUsedAt !== null && now - lastUsedAt < lastUsedEveryMs) return;
      await db
        .update(userTokens)
        .set({ lastUsedAt: now })
        .where(and(eq(userTokens.userId, userId), eq(userTokens.tokenId, tokenId)));
    },

    tokensOf: (userId: string): Promise<UserToken[]> =>
      db.select().from(userTokens).where(eq(userTokens.userId, userId)).orderBy(desc(userTokens.createdAt)),
  };
}
