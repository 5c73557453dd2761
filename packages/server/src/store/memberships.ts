import { and, desc, eq } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { participantOf, spaceOf } from './rows.ts';
import { memberships, participants, spaces } from './schema.ts';

export function membershipStore(db: PgRemoteDatabase) {
  const withSpace = () =>
    db
      .select({ space: spaces, participant: participants, createdAt: memberships.createdAt })
      .from(memberships)
      .innerJoin(spaces, eq(spaces.spaceId, memberships.spaceId))
      .innerJoin(
        participants,
        and(eq(participants.spaceId, memberships.spaceId), eq(participants.participantId, memberships.participantId)),
      );

  return {
    /** Where a user takes part, newest first. */
    async of(userId: string) {
      const rows = await withSpace().where(eq(memberships.userId, userId)).orderBy(desc(memberships.createdAt));
      return rows.map(({ space, participant, createdAt }) => ({
        space: spaceOf(space),
        participant: participantOf(participant),
        createdAt,
      }));
    },

    /** Whom a user is in one space, newest first. */
    async in(userId: string, spaceId: string): Promise<string[]> {
      const rows = await db
        .select({ participantId: memberships.participantId })
        .from(memberships)
        .where(and(eq(memberships.userId, userId), eq(memberships.spaceId, spaceId)))
        .orderBy(desc(memberships.createdAt));
      return rows.map(({ participantId }) => participantId);
    },
  };
}
