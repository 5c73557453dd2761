import type { Permission } from '@parley/mcp';
import { resources } from '../resources/index.ts';

/** The values of `--allow`: the permissions of `@parley/mcp`, which is too large for every command to load. */
export const groups: readonly Permission[] = [
  'read',
  'send',
  ...resources.flatMap(({ permission }) => permission ?? []),
  'join',
  'manage',
];

export type Group = Permission;
