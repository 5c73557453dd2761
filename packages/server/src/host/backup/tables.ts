import * as accounts from '../../account/account-schema.ts';
import { stored, type StoredTable } from '../../engine/store/backup/tables.ts';
import { events, idempotencyRecords, linkRequests, moves, spaceHeads, users, userTokens } from '../../engine/store/schema.ts';
import { tables } from '../../resources/index.ts';

/** Every table except `deployment`: what that contains is in the header of a backup. */
export const storedTables: readonly StoredTable[] = [
  users,
  userTokens,
  linkRequests,
  ...Object.values(accounts),
  spaceHeads,
  ...tables.all.map(({ table }) => table),
  events,
  idempotencyRecords,
  moves,
].map(stored);

/** The tables whose rows move with a space. Users stay, and with them the record of which participants they are. */
export const tablesOfSpace: readonly StoredTable[] = storedTables.filter(
  ({ name, columns }) => columns.includes('space_id') && name !== 'memberships',
);
