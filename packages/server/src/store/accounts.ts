import { and, desc, eq, lt, ne } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { authAccounts, authKeys, authPasskeys, authSessions, authUsers, authVerifications } from './account-schema.ts';

/** Under the names that the identity provider knows them by. */
const schema = {
  user: authUsers,
  session: authSessions,
  account: authAccounts,
  verification: authVerifications,
  jwks: authKeys,
  passkey: authPasskeys,
};

export type Passkey = Pick<typeof authPasskeys.$inferSelect, 'id' | 'name' | 'createdAt'>;

const withPassword = 'credential';
const setUp = 'the first account is being made';
const setUpMs = 30_000;

/** What the embedded identity provider keeps. */
export function accountsIn(db: PgRemoteDatabase) {
  return {
    async adapter() {
      const { drizzleAdapter } = await import('better-auth/adapters/drizzle');
      return drizzleAdapter(db, { provider: 'pg', transaction: false, schema });
    },

    async isEmpty(): Promise<boolean> {
      const some = await db.select({ id: authUsers.id }).from(authUsers).limit(1);
      return some.length === 0;
    },

    /** Of several who come at once, in any process, one may make the first account. */
    async beginSetUp(now: Date): Promise<boolean> {
      const claim = { expiresAt: new Date(now.getTime() + setUpMs), updatedAt: now };
      const claimed = await db
        .insert(authVerifications)
        .values({ id: setUp, identifier: setUp, value: '', createdAt: now, ...claim })
        .onConflictDoUpdate({ target: authVerifications.id, set: claim, setWhere: lt(authVerifications.expiresAt, now) })
        .returning({ id: authVerifications.id });
      return claimed.length === 1;
    },

    async endSetUp(): Promise<void> {
      await db.delete(authVerifications).where(eq(authVerifications.id, setUp));
    },

    async isKnown(email: string): Promise<boolean> {
      const found = await db.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email.toLowerCase()));
      return found.length > 0;
    },

    /** Nothing needs to prove any more that the address belongs to whoever made the account. */
    async prove(email: string): Promise<void> {
      await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, email.toLowerCase()));
    },

    /** Who the user is elsewhere, if another issuer vouches for them. */
    async identityOf(userId: string): Promise<{ issuer: string; subject: string } | undefined> {
      const [row] = await db
        .select({ issuer: authAccounts.providerId, subject: authAccounts.accountId })
        .from(authAccounts)
        .where(and(eq(authAccounts.userId, userId), ne(authAccounts.providerId, withPassword)));
      return row;
    },

    async hasPassword(userId: string): Promise<boolean> {
      const found = await db
        .select({ id: authAccounts.id })
        .from(authAccounts)
        .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, withPassword)));
      return found.length > 0;
    },

    passkeysOf: (userId: string): Promise<Passkey[]> =>
      db
        .select({ id: authPasskeys.id, name: authPasskeys.name, createdAt: authPasskeys.createdAt })
        .from(authPasskeys)
        .where(eq(authPasskeys.userId, userId))
        .orderBy(desc(authPasskeys.createdAt)),

    async removePasskey(userId: string, id: string): Promise<void> {
      await db.delete(authPasskeys).where(and(eq(authPasskeys.userId, userId), eq(authPasskeys.id, id)));
    },

    async removePasskeys(userId: string): Promise<void> {
      await db.delete(authPasskeys).where(eq(authPasskeys.userId, userId));
    },
  };
}
