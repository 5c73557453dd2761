import { z } from 'zod';
import type { Fact, Facts } from '../../kernel/facts.ts';
import type { Instant } from '../../kernel/instant.ts';
import { type Artifact, type Via, lockAt } from './entity.ts';
import { action } from './events.ts';

/** An artifact was created, written, locked or unlocked; `version` if it was written. */
export function artifactChanged(
  action: Facts['artifact']['action'],
  artifact: Artifact,
  actorId: string,
  now: Instant,
  version?: Required<Pick<ArtifactFact, 'sha256' | 'via' | 'authorId'>>,
): Fact {
  const { artifactId, name, updatedAt } = artifact;
  const lock = lockAt(artifact, now);
  return {
    event: 'artifact',
    body: {
      action,
      artifactId,
      name,
      version: artifact.version,
      updatedAt,
      ...(version && { sha256: version.sha256, via: version.via, authorId: version.authorId }),
      ...(lock && { lock: { lockedBy: lock.lockedBy, expiresAt: lock.expiresAt } }),
      actorId,
    },
  };
}

export interface ArtifactFact {
  action: z.output<typeof action>;
  artifactId: string;
  name: string;
  version: number;
  updatedAt: Instant;
  lock?: { lockedBy: string; expiresAt: Instant } | undefined;
  /** Of the version that was written. */
  sha256?: string | undefined;
  via?: Via | undefined;
  authorId?: string | undefined;
  actorId: string;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    artifact: ArtifactFact;
  }
}
