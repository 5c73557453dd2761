import { apply, newSpace, ServiceError, type Artifact } from '@parley/core';
import { describe, expect, it, vi } from 'vitest';
import { writeArtifact } from './operations.ts';
import { restoreArtifactVersion } from '../versions/operations.ts';

const ids = { spaceId: 's', artifactId: 'a' };
const unknown = new ServiceError('key_unknown', 'This key does not open this space');

it('nothing is read or compared for a caller who is not admitted', async () => {
  const find = vi.fn<() => Promise<undefined>>();
  const asked = {
    env: { artifacts: { find }, versions: { find } },
    caller: () => Promise.reject(unknown),
    known: () => undefined,
    now: 0,
  };
  const edit = { ...ids, edits: [{ old: 'a', new: 'b' }], baseVersion: 1, lock: 'auto', dryRun: false };
  await expect(writeArtifact.prepare!({ ...asked, input: edit } as never)).rejects.toBe(unknown);
  const overwriting = { ...ids, content: 'a', baseVersion: 1, lock: 'auto', dryRun: false };
  await expect(writeArtifact.prepare!({ ...asked, input: overwriting } as never)).rejects.toBe(unknown);
  const restoring = { ...ids, version: 1, lock: 'auto' };
  await expect(restoreArtifactVersion.prepare!({ ...asked, input: restoring } as never)).rejects.toBe(unknown);
  expect(find).not.toHaveBeenCalled();
});

describe('a whole content', () => {
  const names = { spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public' } as const;
  const plan = { artifactId: 'a', version: 9, contentBytes: 1, history: { versions: 8, bytes: 8 } } as Artifact;
  const state = apply(newSpace({ ...names, ttl: 60 }, 0), { artifacts: [plan] });
  const limits = { bytesPerSpace: 1_000_000, artifactBytes: 1_000 };

  /** What is read for it in a space with so much room. */
  async function readFor(input: object, room: number) {
    const find = vi.fn<() => Promise<object>>().mockResolvedValue({ artifact: plan, content: 'a' });
    const kept = vi.fn<() => Promise<[]>>().mockResolvedValue([]);
    await writeArtifact.prepare!({
      env: { artifacts: { find }, versions: { find, kept }, limits, pins: [] },
      input: { ...ids, content: 'a', lock: 'auto', dryRun: false, ...input },
      caller: async () => {},
      known: () => ({ state, bytes: limits.bytesPerSpace - room }),
      now: 0,
    } as never);
    return { texts: find.mock.calls.length, histories: kept.mock.calls };
  }

  it.each([{}, { baseVersion: 9 }])('reads nothing with %o', async (input) => {
    expect(await readFor(input, 500_000)).toEqual({ texts: 0, histories: [] });
  });

  it.each([{}, { baseVersion: 9 }])('reads what it could prune with %o if the space is nearly full', async (input) => {
    const all = ['s', 'a', { after: 0, upTo: 9, most: 9 }];
    expect(await readFor(input, 10_000)).toEqual({ texts: 0, histories: [all] });
  });

  it('reads the texts if it is based on another version', async () => {
    expect(await readFor({ baseVersion: 8 }, 500_000)).toEqual({ texts: 2, histories: [] });
  });
});
