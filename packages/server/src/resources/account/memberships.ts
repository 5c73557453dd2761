import { and, desc, eq, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { before, newestFirst, type Newest } from '../../engine/store/newest.ts';
import { endOf } from '../../engine/store/spaces-table.ts';
import { table as memberships } from './memberships-table.ts';
import { table as participants } from '../../engine/store/participants-table.ts';
import { table as spaces } from '../../engine/store/spaces-table.ts';

export function membershipStore(db: PgRemoteDatabase) {
  const { spaceId, name, description, privacy, expiresAt, endedAt, endReason } = spaces;
  const { participantId, isOwner, status } = participants;
  const byKey = db
    .select({ spaceId: participants.spaceId })
    .from(participants)
    .where(eq(participants.keyHash, sql.placeholder('keyHash')))
    .limit(1)
    .prepare('space_of_key');

  return {
    /** The memberships of a user, newest first. */
    async of(userId: string, page: Newest) {
      const newest = db
        .select()
        .from(memberships)
        .where(and(eq(memberships.userId, userId), before(memberships.createdAt, page)))
        .orderBy(newestFirst(memberships.createdAt, page))
        .as('newest');
      const rows = await db
        .select({
          space: { spaceId, name, description, privacy, expiresAt, endedAt, endReason },
          participant: { participantId, isOwner, status },
          createdAt: newest.createdAt,
          tokenId: newest.tokenId,
        })
        .from(newest)
        .innerJoin(spaces, eq(spaceId, newest.spaceId))
        .innerJoin(participants, and(eq(participants.spaceId, newest.spaceId), eq(participantId, newest.participantId)))
        .orderBy(desc(newest.createdAt));
      return rows.map(({ space, ...rest }) => ({ space: { ...space, end: endOf(space) }, ...rest }));
    },

    /** The space of a participant, by the SHA-256 of its key. The only query that cannot name the space: it asks for it. */
    async spaceOf(keyHash: string): Promise<string | undefined> {
      const [found] = await byKey.execute({ keyHash });
      return found?.spaceId;
    },

    /** The participants that a user is in one space, newest first. */
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
