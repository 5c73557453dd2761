import { file, type StoredFile } from '@parley/core';
import type { Exported } from '../../engine/exported.ts';
import { StoredDownload } from './stored-download.ts';

/** The files of the space, oldest first. */
export const filesIn = ({ state }: Exported): StoredFile[] => file.listed(state);

/** The bytes of a file. One that is deleted meanwhile ends the export. */
export const bytesOf = ({ state, env, assertAdmitted }: Exported, stored: StoredFile): AsyncIterable<Uint8Array> =>
  new StoredDownload(stored, {
    spaceId: state.space.spaceId,
    stored: env.fileBytes,
    assertAdmitted: async () => void (await assertAdmitted()),
  }).texts() as AsyncIterable<Uint8Array>;
