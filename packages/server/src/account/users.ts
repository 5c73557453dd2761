import { hash } from 'node:crypto';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { users } from '../engine/store/schema.ts';
import type { User } from '../engine/visitor.ts';
import type { UserClaims } from './sessions.ts';

type NewUser = Pick<User, 'userId' | 'issuer' | 'subject' | 'name' | 'email' | 'createdAt'>;
type UserIdentity = Pick<UserClaims, 'issuer' | 'subject'>;

/** The issuer of users who were removed. Their subject is a fingerprint of their identity, by which a session that is older is refused. */
export const removedIssuer = 'removed';

export const removedSubject = ({ issuer, subject }: UserIdentity): string => hash('sha256', `${issuer}\n${subject}`);

/** Longer than the sessions of any issuer. */
const rememberedMs = 86_400_000;

export function userStore(db: PgRemoteDatabase) {
  const withIdentity = and(eq(users.issuer, sql.placeholder('issuer')), eq(users.subject, sql.placeholder('subject')));
  const removed = and(eq(users.issuer, removedIssuer), eq(users.subject, sql.placeholder('removed')));
  const byIdentity = db.select().from(users).where(or(withIdentity, removed)).prepare('user_by_identity');

  return {
    /** The user of an identity, and one with the same identity who was removed. Read at each use, so that disabling takes effect at once. */
    async of(identity: UserIdentity): Promise<{ user?: User | undefined; removed?: User | undefined }> {
      const { issuer, subject } = identity;
      const found = await byIdentity.execute({ issuer, subject, removed: removedSubject(identity) });
      return {
        user: found.find((each) => each.issuer === issuer && each.subject === subject),
        removed: found.find((each) => each.issuer === removedIssuer),
      };
    },

    /** Finds the user of an identity; creates it if new, and updates its name and e-mail address. */
    async known(user: NewUser): Promise<User> {
      const [row] = await db
        .insert(users)
        .values(user)
        .onConflictDoUpdate({ target: [users.issuer, users.subject], set: { name: user.name, email: user.email } })
        .returning();
      return row!;
    },

    /** Forgets users who were removed so long ago that no session of theirs can still be shown. */
    async removeForgotten(now: number): Promise<number> {
      const forgotten = and(eq(users.issuer, removedIssuer), lt(users.disabledAt, now - rememberedMs), eq(users.isEnding, false));
      return (await db.delete(users).where(forgotten).returning({ userId: users.userId })).length;
    },
  };
}
