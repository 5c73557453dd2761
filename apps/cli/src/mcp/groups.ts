import type { Permission } from '@parley/mcp';

/** The values of `--allow`: the permissions of `@parley/mcp`, which is too large for every command to load. */
export const groups = ['read', 'send', 'artifacts', 'join', 'manage'] as const satisfies readonly Permission[];

export type Group = Permission;
