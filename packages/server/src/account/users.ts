import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { users } from '../engine/store/schema.ts';
import type { User } from '../engine/visitor.ts';

export function userStore(db: PgRemoteDatabase) {
  return {
    /** Finds the user of an identity; creates it if new, and updates its name and e-mail address. */
    async known(user: User): Promise<User> {
      const [row] = await db
        .insert(users)
        .values(user)
        .onConflictDoUpdate({ target: [users.issuer, users.subject], set: { name: user.name, email: user.email } })
        .returning();
      return row!;
    },
  };
}
