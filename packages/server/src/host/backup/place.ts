import { existsSync } from 'node:fs';
import { directUrlIn, type Config } from '../../config.ts';
import { kindOf } from '../../engine/store/citus.ts';
import type { Connection, Querying } from '../../engine/store/connection.ts';
import { filesIn } from '../../engine/store/embedded/data-folder.ts';
import { openUnchanged } from '../../engine/store/embedded/open.ts';
import { ageOf } from '../../engine/store/migrations.ts';
import { openPostgres } from '../../engine/store/postgres.ts';
import { explaining } from '../../engine/store/reasons.ts';
import { Unusable } from '../../engine/store/unusable.ts';
import { askForStatements } from './statements.ts';

export type DatabasePlace = Pick<Config, 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'PARLEY_DATA_DIR'>;

/** A database in which a space is moved, while its servers run or not. */
export interface MovingDatabase extends Querying {
  /** No server runs on it: the command has opened it itself. */
  isAlone?: boolean;
  /**
   * Statements that nothing else that moves a space can come between: on PostgreSQL one transaction. The embedded database has none, so
   * `undo` deletes there what a failed `work` leaves.
   */
  alone(work: (database: Querying) => Promise<void>, undo: (database: Querying) => Promise<void>): Promise<void>;
}

/** The same for what moves a space. */
export const inDatabase = <Result>(place: DatabasePlace, work: (database: MovingDatabase) => Promise<Result>): Promise<Result> =>
  withDatabase(place, async (database) => {
    if (directUrlIn(place) !== undefined && (await kindOf(database)) === 'citus')
      throw new Unusable('Spaces on Citus cannot be moved');
    return work(database);
  });

/** The database of this configuration; if it is the embedded one of a running server, through that server. */
export async function withDatabase<Result>(
  place: DatabasePlace,
  work: (database: MovingDatabase) => Promise<Result>,
): Promise<Result> {
  const url = directUrlIn(place);
  const { database, close } = await openDatabase(place);
  try {
    const age = await (url === undefined ? ageOf(database) : explaining(url, () => ageOf(database)));
    if (age === 'none') throw new Unusable('The database has no tables of Parley: start the server once');
    if (age !== 'same')
      throw new Unusable(
        `The database has the tables of ${age === 'earlier' ? 'an' : 'a'} ${age} release: use that release, or upgrade`,
      );
    return await work(database);
  } finally {
    await close();
  }
}

async function openDatabase(place: DatabasePlace): Promise<{ database: MovingDatabase; close(): Promise<void> }> {
  const url = directUrlIn(place);
  if (url !== undefined) {
    const connection = openPostgres(url, 1, { statementTimeoutMs: 0, idleTimeoutMs: 0 });
    return { database: inTransactions(connection), close: () => connection.close() };
  }
  const { PARLEY_DATA_DIR: dataDir } = place;
  const asked = await askForStatements(dataDir);
  if (!asked && !existsSync(filesIn(dataDir))) throw new Unusable(`The data folder ${dataDir} has no database`);
  const opened = asked ?? (await openUnchanged(dataDir));
  return { database: { ...withoutTransactions(opened), isAlone: asked === undefined }, close: () => opened.close() };
}

export const inTransactions = ({ query, transaction }: Pick<Connection, 'query' | 'transaction'>): MovingDatabase => ({
  query,
  alone: (work) =>
    transaction!(async (alone) => {
      await alone.query('lock table moves in exclusive mode');
      await work(alone);
    }),
});

/** Nothing else comes between, because one command at a time has the socket, or the lock of the folder. */
export const withoutTransactions = (database: Querying): MovingDatabase => ({
  query: (text, params) => database.query(text, params),
  async alone(work, undo) {
    try {
      await work(database);
    } catch (error) {
      await undo(database).catch(() => {});
      throw error;
    }
  },
});
