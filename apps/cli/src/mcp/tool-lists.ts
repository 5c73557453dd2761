import type { Profile } from '@parley/mcp';
import { resources } from '../resources/index.ts';

/** The values of `--tools`: the profiles of `@parley/mcp`, which is too large for every command to load. */
export const toolLists: readonly Profile[] = [
  'core',
  'participant',
  ...resources.flatMap(({ toolList }) => toolList ?? []),
  'owner',
  'all',
];

export type ToolList = Profile;
