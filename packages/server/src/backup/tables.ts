import { storedTables, tablesOfSpace } from '../store/backup/tables.ts';
import { tables } from '../store/nouns/index.ts';

/** What a backup contains. */
export const allStored = storedTables(tables);

/** What the file of a space that moves contains. */
export const storedOfSpace = tablesOfSpace(tables);
