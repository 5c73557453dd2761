import type { Resource } from '../../resource.ts';
import { searchCommands } from './commands.ts';

export const search: Resource = {
  help: { heading: 'Search', commands: [searchCommands] },
  synonyms: { search: 'find grep query look' },
};
