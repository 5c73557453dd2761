import { and, eq, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { invitations } from './schema.ts';

export function invitationStore(db: PgRemoteDatabase) {
  const byKey = db
    .select({ invitationId: invitations.invitationId })
    .from(invitations)
    .where(and(eq(invitations.spaceId, sql.placeholder('spaceId')), eq(invitations.keyHash, sql.placeholder('keyHash'))))
    .prepare('invitation_by_key');

  return {
    async find(spaceId: string, keyHash: string): Promise<string | undefined> {
      const [row] = await byKey.execute({ spaceId, keyHash });
      return row?.invitationId;
    },
  };
}
