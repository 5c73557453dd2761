import type { Profile } from '@parley/mcp';

/** The values of `--tools`: the profiles of `@parley/mcp`, which is too large for every command to load. */
export const toolLists = ['core', 'participant', 'artifacts', 'tasks', 'owner', 'all'] as const satisfies readonly Profile[];

export type ToolList = (typeof toolLists)[number];
