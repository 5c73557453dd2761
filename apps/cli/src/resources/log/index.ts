import type { Resource } from '../../resource.ts';
import { logCommands } from './commands.ts';

export const log: Resource = {
  help: { heading: 'Events', commands: [logCommands] },
  synonyms: { events: 'log history past record what happened' },
};
