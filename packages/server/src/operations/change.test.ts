import { ServiceError } from '@parley/core';
import { expect, it, vi } from 'vitest';
import { writeArtifact } from './artifacts.ts';
import { restoreArtifactVersion } from './versions.ts';

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
  const writing = writeArtifact.prepare!({ ...asked, input: edit, isAgain: false } as never);
  await expect(writing).rejects.toBe(unknown);
  const overwriting = { ...ids, content: 'a', baseVersion: 1, lock: 'auto', dryRun: false };
  await expect(writeArtifact.prepare!({ ...asked, input: overwriting, isAgain: true } as never)).rejects.toBe(unknown);
  const restoring = { ...ids, version: 1, lock: 'auto' };
  await expect(restoreArtifactVersion.prepare!({ ...asked, input: restoring, isAgain: false } as never)).rejects.toBe(unknown);
  expect(find).not.toHaveBeenCalled();
});
