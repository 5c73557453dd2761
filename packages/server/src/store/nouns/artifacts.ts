import { nouns, type Artifact } from '@parley/core';
import { artifacts as table } from '../schema.ts';
import type { StateNoun } from './noun.ts';

export const artifacts: StateNoun<typeof table, Artifact> = {
  table,
  idOf: nouns.artifacts.idOf,
  toRow: ({ lock, ...artifact }, spaceId) => ({
    spaceId,
    ...artifact,
    lockedBy: lock?.lockedBy,
    lockedAt: lock?.lockedAt,
    lockExpiresAt: lock?.expiresAt,
  }),
  fromRow: ({ spaceId: _, lockedBy, lockedAt, lockExpiresAt, ...row }) => ({
    ...row,
    lock:
      lockedBy !== null && lockedAt !== null && lockExpiresAt !== null
        ? { lockedBy, lockedAt, expiresAt: lockExpiresAt }
        : undefined,
  }),
  updates: ['version', 'bytes', 'updatedBy', 'updatedAt', 'lockedBy', 'lockedAt', 'lockExpiresAt'],
  order: ['position'],
};
