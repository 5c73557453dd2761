import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { users } from '../engine/store/schema.ts';
import { authAccounts, authKeys, authPasskeys, authSessions, authUsers, authVerifications } from './account-schema.ts';

/** The tables by the names that the identity provider uses. */
const schema = {
  user: authUsers,
  session: authSessions,
  account: authAccounts,
  verification: authVerifications,
  jwks: authKeys,
  passkey: authPasskeys,
};

export type StoredPasskey = Pick<typeof authPasskeys.$inferSelect, 'id' | 'name' | 'createdAt'>;

/** The issuer in (issuer, subject) of accounts that were created here. */
export const embedded = 'embedded';
const withPassword = 'credential';
const setUp = 'the first account is being made';
const setUpMs = 30_000;

/** The storage of the embedded identity provider. */
export function accountsIn(db: PgRemoteDatabase) {
  /** The identity of the user at another issuer, if one vouches for them. */
  async function identityOf(userId: string): Promise<{ issuer: string; subject: string } | undefined> {
    const [row] = await db
      .select({ issuer: authAccounts.providerId, subject: authAccounts.accountId })
      .from(authAccounts)
      .where(and(eq(authAccounts.userId, userId), ne(authAccounts.providerId, withPassword)))
      .orderBy(authAccounts.createdAt)
      .limit(1);
    return row;
  }

  /** Whether the user of an account must not sign in. */
  async function isDisabled(userId: string): Promise<boolean> {
    const { issuer, subject } = (await identityOf(userId)) ?? { issuer: embedded, subject: userId };
    const identity = and(eq(users.issuer, issuer), eq(users.subject, subject), isNotNull(users.disabledAt));
    return (await db.select({ userId: users.userId }).from(users).where(identity)).length > 0;
  }

  return {
    /** Made by the library of the identity provider. */
    adapter<Adapter>(
      make: (database: typeof db, settings: { provider: 'pg'; transaction: false; schema: object }) => Adapter,
    ): Adapter {
      return make(db, { provider: 'pg', transaction: false, schema });
    },

    async isEmpty(): Promise<boolean> {
      const some = await db.select({ id: authUsers.id }).from(authUsers).limit(1);
      return some.length === 0;
    },

    /** Lets only one of several concurrent requests, in any process, create the first account. */
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

    /** Who has an e-mail address: nobody, an account of ours, or an account that another issuer vouches for. */
    async ownerOf(email: string): Promise<'nobody' | 'ours' | 'elsewhere'> {
      const found = await db
        .select({ providerId: authAccounts.providerId })
        .from(authUsers)
        .leftJoin(authAccounts, eq(authAccounts.userId, authUsers.id))
        .where(eq(authUsers.email, email.toLowerCase()));
      if (found.length === 0) return 'nobody';
      return found.some(({ providerId }) => providerId !== null && providerId !== withPassword) ? 'elsewhere' : 'ours';
    },

    /** Marks the e-mail address of an account as verified. */
    async prove(email: string): Promise<void> {
      await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, email.toLowerCase()));
    },

    /** Removes the account of an unverified address, because anyone could have created it; but not one that is disabled, which would be enabled again. */
    async removeUnproven(email: string): Promise<void> {
      const unproven = and(eq(authUsers.email, email.toLowerCase()), eq(authUsers.emailVerified, false));
      const [found] = await db.select({ id: authUsers.id }).from(authUsers).where(unproven);
      if (!found || (await isDisabled(found.id))) return;
      // The user first: a session, a passkey or a password that is created meanwhile then belongs to nobody.
      for (const { id } of await db.delete(authUsers).where(unproven).returning({ id: authUsers.id })) {
        await db.delete(authAccounts).where(eq(authAccounts.userId, id));
        await db.delete(authPasskeys).where(eq(authPasskeys.userId, id));
        await db.delete(authSessions).where(eq(authSessions.userId, id));
      }
    },

    /** Makes the first account an administrator. */
    async appoint(email: string, now: Date): Promise<void> {
      const [account] = await db.select().from(authUsers).where(eq(authUsers.email, email.toLowerCase()));
      if (!account) return;
      const { id: subject, name } = account;
      await db
        .insert(users)
        .values({ userId: randomUUID(), issuer: embedded, subject, name, email, createdAt: now.getTime(), isAdministrator: true })
        .onConflictDoUpdate({ target: [users.issuer, users.subject], set: { isAdministrator: true } });
    },

    /** The stored value of a mailed link that is not used yet. */
    async mailedLink(identifier: string, now: Date): Promise<string | undefined> {
      const [row] = await db
        .select({ value: authVerifications.value })
        .from(authVerifications)
        .where(and(eq(authVerifications.identifier, identifier), gt(authVerifications.expiresAt, now)));
      return row?.value;
    },

    /** Whether somebody of another issuer was here before. */
    async isKnown(issuer: string, subject: string): Promise<boolean> {
      const identity = and(eq(authAccounts.providerId, issuer), eq(authAccounts.accountId, subject));
      if ((await db.select({ id: authAccounts.id }).from(authAccounts).where(identity)).length > 0) return true;
      const user = and(eq(users.issuer, issuer), eq(users.subject, subject));
      return (await db.select({ id: users.userId }).from(users).where(user)).length > 0;
    },

    /** Whether somebody of another issuer has an account here. */
    async hasAccount(issuer: string, subject: string): Promise<boolean> {
      const identity = and(eq(authAccounts.providerId, issuer), eq(authAccounts.accountId, subject));
      return (await db.select({ id: authAccounts.id }).from(authAccounts).where(identity)).length > 0;
    },

    /** A session that has not ended; its id is not a credential. */
    async session(id: string, now: Date): Promise<{ id: string } | undefined> {
      const isLive = and(eq(authSessions.id, id), gt(authSessions.expiresAt, now));
      const [row] = await db.select({ id: authSessions.id }).from(authSessions).where(isLive);
      return row;
    },

    /** How many browsers are signed in to an account. */
    async sessionsOf(userId: string, now: Date): Promise<number> {
      const live = and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, now));
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(authSessions)
        .where(live);
      return row!.count;
    },

    identityOf,

    isDisabled,

    async hasPassword(userId: string): Promise<boolean> {
      const found = await db
        .select({ id: authAccounts.id })
        .from(authAccounts)
        .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, withPassword)));
      return found.length > 0;
    },

    passkeysOf: (userId: string): Promise<StoredPasskey[]> =>
      db
        .select({ id: authPasskeys.id, name: authPasskeys.name, createdAt: authPasskeys.createdAt })
        .from(authPasskeys)
        .where(eq(authPasskeys.userId, userId))
        .orderBy(desc(authPasskeys.createdAt)),

    async renamePasskey(userId: string, id: string, name: string): Promise<void> {
      await db
        .update(authPasskeys)
        .set({ name })
        .where(and(eq(authPasskeys.userId, userId), eq(authPasskeys.id, id)));
    },

    async removePasskey(userId: string, id: string): Promise<void> {
      await db.delete(authPasskeys).where(and(eq(authPasskeys.userId, userId), eq(authPasskeys.id, id)));
    },

    /** Deletes up to `limit` expired sessions and as many expired sign-ins; returns the larger of both counts. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const counts = await Promise.all(
        [authSessions, authVerifications].map(async (table) => {
          const due = db.select({ id: table.id }).from(table).where(lt(table.expiresAt, now)).limit(limit);
          return (await db.delete(table).where(inArray(table.id, due)).returning({ id: table.id })).length;
        }),
      );
      return Math.max(...counts);
    },
  };
}
