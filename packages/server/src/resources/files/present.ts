import { file, type StoredFile } from '@parley/core';
import { dateTime } from '../../engine/present/time.ts';

export const fileView = (stored: StoredFile) => ({
  ...file.attachmentOf(stored),
  ...(stored.claimedType !== undefined && { claimedType: stored.claimedType }),
  authorId: stored.authorId,
  createdAt: dateTime(stored.createdAt),
});
