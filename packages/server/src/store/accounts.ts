import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { authAccounts, authKeys, authSessions, authUsers, authVerifications } from './account-schema.ts';

/** Under the names that the identity provider knows them by. */
const schema = {
  user: authUsers,
  session: authSessions,
  account: authAccounts,
  verification: authVerifications,
  jwks: authKeys,
};

/** What the embedded identity provider keeps. */
export function accountsIn(db: PgRemoteDatabase) {
  return {
    async isEmpty(): Promise<boolean> {
      const some = await db.select({ id: authUsers.id }).from(authUsers).limit(1);
      return some.length === 0;
    },

    async adapter() {
      const { drizzleAdapter } = await import('better-auth/adapters/drizzle');
      return drizzleAdapter(db, { provider: 'pg', transaction: false, schema });
    },
  };
}
