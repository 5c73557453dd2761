import { desc, eq } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { deployment, participants, spaces } from './schema.ts';

const only = 1;

/** What all processes on a database agree on. */
export function deploymentStore(db: PgRemoteDatabase) {
  async function fingerprint(): Promise<string | undefined> {
    const [row] = await db.select({ is: deployment.secretFingerprint }).from(deployment).where(eq(deployment.id, only));
    return row?.is;
  }

  return {
    fingerprint,

    /** Answers the one that is kept: of several that come at once, the first. */
    async keep(secretFingerprint: string): Promise<string | undefined> {
      await db.insert(deployment).values({ id: only, secretFingerprint }).onConflictDoNothing();
      return fingerprint();
    },

    /** Whose key has which hash, of somebody in the newest space: older keys may be of a secret that was replaced since. */
    async newestKey() {
      const { spaceId, participantId, keyHash } = participants;
      const [newest] = await db
        .select({ spaceId, participantId, keyHash })
        .from(participants)
        .innerJoin(spaces, eq(spaces.spaceId, spaceId))
        .orderBy(desc(spaces.createdAt), desc(participants.position))
        .limit(1);
      return newest;
    },
  };
}
