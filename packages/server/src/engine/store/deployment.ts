import { desc, eq } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { table as participants } from './participants-table.ts';
import { deployment } from './schema.ts';
import { table as spaces } from './spaces-table.ts';

const only = 1;

/** Facts that all processes on one database share. */
export function deploymentStore(db: PgRemoteDatabase) {
  async function fingerprint(): Promise<string | undefined> {
    const [row] = await db.select({ is: deployment.secretFingerprint }).from(deployment).where(eq(deployment.id, only));
    return row?.is;
  }

  return {
    fingerprint,

    /** Undefined until a server has started on this database. */
    async serverId(): Promise<string | undefined> {
      const [row] = await db.select({ is: deployment.serverId }).from(deployment).where(eq(deployment.id, only));
      return row?.is;
    },

    /** Stores a fingerprint if there is none; returns the stored one. */
    async keep(secretFingerprint: string): Promise<string | undefined> {
      await db.insert(deployment).values({ id: only, secretFingerprint }).onConflictDoNothing();
      return fingerprint();
    },

    /** A participant of the newest space and its key hash: older keys can belong to a secret that was replaced. */
    async newestKey() {
      const { spaceId, participantId, keyHash, keyGeneration } = participants;
      const [newest] = await db
        .select({ spaceId, participantId, keyHash, keyGeneration })
        .from(participants)
        .innerJoin(spaces, eq(spaces.spaceId, spaceId))
        .orderBy(desc(spaces.createdAt), desc(participants.position))
        .limit(1);
      return newest;
    },
  };
}
