import type { FileView, Space } from '@parley/sdk';
import { theOne } from '../../naming.ts';

/** A file of the space by its name, its id or the start of its id. */
export const fileNamed = async (space: Space, query: string): Promise<FileView> =>
  theOne<FileView>('file', await space.files.list(), query, ({ fileId, name }) => ({ id: fileId, names: [name] }));
