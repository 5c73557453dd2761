import { limits } from '@parley/core/limits/files';
import type { Kind } from '../../input/limits.ts';

export const storedFile: Kind = {
  name: 'a file',
  setting: 'fileBytes',
  bytes: limits.fileBytes,
  folderHint: 'to upload a folder, make an archive of it',
};
