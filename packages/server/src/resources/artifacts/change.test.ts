import { ServiceError } from '@parley/core';
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
  const writing = writeArtifact.prepare!({ ...asked, input: edit, isAgain: false } as never);
  await expect(writing).rejects.toBe(unknown);
  const overwriting = { ...ids, content: 'a', baseVersion: 1, lock: 'auto', dryRun: false };
  await expect(writeArtifact.prepare!({ ...asked, input: overwriting, isAgain: true } as never)).rejects.toBe(unknown);
  const restoring = { ...ids, version: 1, lock: 'auto' };
  await expect(restoreArtifactVersion.prepare!({ ...asked, input: restoring, isAgain: false } as never)).rejects.toBe(unknown);
  expect(find).not.toHaveBeenCalled();
});

describe('a whole content for an artifact with as many versions as it may keep', () => {
  const full = { version: 9, contentBytes: 1, history: { versions: 51, bytes: 51 } };
  const find = vi.fn<() => Promise<undefined>>().mockResolvedValue(undefined);
  const kept = vi.fn<() => Promise<[]>>().mockResolvedValue([]);
  const asked = {
    env: { artifacts: { find }, versions: { find, kept }, retention: { versions: 51, bytes: 1_000 } },
    caller: async () => {},
    known: () => ({ artifacts: new Map([[ids.artifactId, full]]) }),
    now: 0,
    isAgain: false,
    needsAll: false,
  };
  const writing = (more: object) =>
    writeArtifact.prepare!({ ...asked, input: { ...ids, content: 'a', lock: 'auto', dryRun: false, ...more } } as never);

  it.each([{}, { baseVersion: 9 }])('reads old versions and no text with %o', async (more) => {
    expect(await writing(more)).toMatchObject({ found: { version: 9, old: { versions: [], areAll: false } } });
    expect(kept).toHaveBeenCalledOnce();
    expect(find).not.toHaveBeenCalled();
    kept.mockClear();
  });

  it('reads few versions, however often it tries, and all of them only if they were not enough', async () => {
    const input = { ...ids, content: 'a', lock: 'auto', dryRun: false };
    await writeArtifact.prepare!({ ...asked, isAgain: true, input } as never);
    expect(kept).toHaveBeenLastCalledWith(ids.spaceId, ids.artifactId, { after: 1, most: 8, upTo: 9 });
    expect(find).not.toHaveBeenCalled();
    find.mockResolvedValueOnce({ artifact: full, content: 'a' } as never);
    await writeArtifact.prepare!({ ...asked, isAgain: true, needsAll: true, input } as never);
    expect(kept).toHaveBeenLastCalledWith(ids.spaceId, ids.artifactId, { after: 0, most: 9, upTo: 9 });
    vi.clearAllMocks();
  });

  it('reads the text if it is based on another version', async () => {
    await writing({ baseVersion: 8 });
    expect(find).toHaveBeenCalled();
  });
});
