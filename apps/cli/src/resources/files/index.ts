import type { Resource, Source } from '../../resource.ts';
import { fileCommands } from './commands.ts';

const stored: Source = async ({ space }) => {
  const files = await (await space()).files.list();
  return files.map(({ fileId: id, name, type }) => ({ id, name, about: type }));
};

export const files: Resource = {
  help: { heading: 'Files', commands: [fileCommands] },
  sources: { 'stored-file': stored, link: stored, delete: stored },
  failures: {
    file_not_found: { reason: 'notFound', hint: '`parley files` lists the files' },
    file_too_large: { reason: 'usage' },
  },
};
