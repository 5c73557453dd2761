import { apply, newSpace, type Artifact, type Participant, type SpaceState } from '@parley/core';
import { expect, it } from 'vitest';
import { Outdated } from '../../engine/write/decide.ts';
import { restoreArtifact } from './operations.ts';

const ids = { spaceId: 's', artifactId: 'a' };
const names = { spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public' } as const;
const limits = { artifactsPerSpace: 10, artifactBytesPerSpace: 1_000 };
const times = { createdAt: 0, updatedAt: 0 };
const deleted = { artifactId: 'a', version: 1, bytes: 1, deletion: { at: 1, by: 'o' }, ...times } as Artifact;
const restored = { ...deleted, deletion: undefined };
const empty = apply(newSpace({ ...names, ttl: 60 }, 0), {});

/** Prepares on one state, and decides on another. */
async function restore(before: SpaceState, after: SpaceState) {
  const env = { artifacts: { findDeleted: async () => ({ artifact: deleted, content: 'a' }) }, limits };
  const caller = { participantId: 'o', role: 'owner' } as unknown as Participant;
  const asked = { env, input: ids, now: 2 };
  const prepared = await restoreArtifact.prepare!({
    ...asked,
    caller: async () => caller,
    known: () => ({ state: before, bytes: 0 }),
  } as never);
  return restoreArtifact.decide({ ...asked, state: after, caller } as never, prepared);
}

it('a deleted artifact comes back as it was read', async () => {
  expect((await restore(empty, empty)).changes?.artifacts).toMatchObject([{ artifactId: 'a', version: 1, deletion: undefined }]);
});

it('an artifact that was restored, written and deleted since it was read is read again', async () => {
  const again = apply(apply(empty, { artifacts: [restored] }), { forgotten: { artifacts: [{ ...deleted, version: 2 }] } });
  await expect(restore(empty, again)).rejects.toBeInstanceOf(Outdated);
});

it('an artifact that was restored since it was read is read again', async () => {
  await expect(restore(empty, apply(empty, { artifacts: [restored] }))).rejects.toBeInstanceOf(Outdated);
});
