import { eq } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { deployment, participants } from './schema.ts';

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

    /** Whose key has which hash, of anybody at all. */
    async someKey() {
      const { spaceId, participantId, keyHash } = participants;
      const [some] = await db.select({ spaceId, participantId, keyHash }).from(participants).limit(1);
      return some;
    },
  };
}
