import type { Profile } from '@parley/mcp';

/** What `--tools` can name: the profiles of `@parley/mcp`, which is too large to be loaded by every command. */
export const toolLists = ['core', 'participant', 'artifacts', 'owner', 'all'] as const satisfies readonly Profile[];

export type ToolList = (typeof toolLists)[number];
