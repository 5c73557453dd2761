import { file, type StoredFile } from '@parley/core';
import type { Committer } from '../../engine/write/committer.ts';
import type { Effects } from '../../engine/write/effects.ts';

/** What gives uploads up: their bytes are free for others. Nobody has seen them. */
export const givenUp = (uploads: readonly StoredFile[]): Effects<undefined> => ({
  changes: { forgotten: { files: uploads } },
  outcome: undefined,
});

/** Gives up the uploads of a space that nobody continues. */
export const overdueUploads =
  ({ committer }: { committer: Pick<Committer, 'write'> }) =>
  async (spaceId: string): Promise<void> => {
    await committer.write(spaceId, {
      admit: () => undefined,
      decide: (state, _caller, at) => givenUp(file.overdue(state, at).map((each) => ({ ...each, removedAt: at }))),
      worksWhenFull: true,
      size: 0,
    });
  };
