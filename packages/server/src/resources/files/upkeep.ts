import type { Upkeep, UpkeepOptions } from '../../engine/schedule/upkeep.ts';
import type { FileBytes } from './bytes.ts';
import { overdueUploads } from './overdue.ts';
import type { fileStore } from './queries.ts';

const filesAtOnce = 20;

/** Uploads of processes that have ended, and the bytes of files that nobody sees any more. */
export const fileUpkeep = (
  files: ReturnType<typeof fileStore>,
  bytes: FileBytes,
  { committer, sweepMs }: UpkeepOptions,
): Upkeep => ({
  due: [{ name: 'uploads', everyMs: sweepMs, find: files.spacesWithUploadsDue, record: overdueUploads({ committer }) }],
  repeated: [
    {
      name: 'files',
      everyMs: 1_000,
      async run(isStopped) {
        for (let isMore = true; isMore && !isStopped();) {
          const removed = await files.removed(filesAtOnce);
          for (const file of removed) {
            await bytes.remove(file);
            await files.forget(file);
          }
          isMore = removed.length === filesAtOnce;
        }
      },
    },
  ],
  expired: [files.removeExpiredLinks],
});
