import { stat } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import type { Row } from '../../engine/store/connection.ts';
import { insertRows } from '../../engine/store/backup/fill.ts';
import { identityIn } from '../../engine/store/backup/read.ts';
import { tablesOfSpace } from './tables.ts';
import { freeIn } from '../../engine/store/free-disk.ts';
import { arrive, clear, findSpace, forget, note, visible, type FoundSpace } from '../../engine/store/moves.ts';
import { Unusable } from '../../engine/store/unusable.ts';
import { Damaged } from './damaged.ts';
import type { MoveHeader } from './format.ts';
import { bytesOf } from './input.ts';
import { inDatabase, type MovingDatabase, type DatabasePlace } from './place.ts';
import { readMove, type Contents } from './read.ts';
import { ofTheSecret } from './restore.ts';

type RoomyPlace = DatabasePlace & Pick<Config, 'PARLEY_MIN_FREE_DISK'>;

interface ImportOptions {
  acceptsNewSecret: boolean;
  /** Ends it; nothing is kept then. */
  signal: AbortSignal;
}

export interface Imported extends Contents<MoveHeader> {
  /** This server has another secret than the one that the space comes from. */
  hasNewSecret: boolean;
}

export const importSpace = (file: string, place: RoomyPlace, options: ImportOptions): Promise<Imported> =>
  inDatabase(place, async (database) => {
    await assertRoom(file, place);
    return importInto(database, file, options);
  });

/** Makes a space live here that has left another server: all of it, or nothing. It becomes visible with its last statement. */
export async function importInto(
  database: MovingDatabase,
  file: string,
  { acceptsNewSecret, signal }: ImportOptions,
): Promise<Imported> {
  const contents = await readMove(bytesOf(file, signal));
  const { spaceId, number, toServer, secretFingerprint } = contents.header;
  const identity = await identityIn(database);
  if (identity?.serverId !== toServer) throw new Unusable(otherServer(toServer, identity?.serverId));
  const hasNewSecret = secretFingerprint !== identity.secretFingerprint;
  if (hasNewSecret && !acceptsNewSecret)
    throw new Unusable('The space comes from a server with another secret: pass --new-secret');
  const { move } = await findSpace(database, spaceId, Date.now());
  const frozen = new Map<string, Row>();
  await database.alone(
    async (alone) => {
      assertWelcome(await findSpace(alone, spaceId, Date.now()), number);
      await note(alone, spaceId, { number, state: 'arriving', toServer }, Date.now());
      await clear(alone, tablesOfSpace, spaceId);
      await readMove(bytesOf(file, signal), {
        async header(header) {
          if (JSON.stringify(header) !== JSON.stringify(contents.header)) throw new Damaged('The file has changed meanwhile');
        },
        async rows(table, rows) {
          if (visible.includes(table.name)) frozen.set(table.name, JSON.parse(rows[0]!) as Row);
          else if (!hasNewSecret || !ofTheSecret.has(table.name))
            await insertRows(alone, table, rows).catch((error: unknown) => {
              throw unfit(table.name, error);
            });
        },
      });
      assertSameEnd(frozen);
      await arrive(alone, tablesOfSpace, spaceId, frozen, Date.now());
    },
    async (alone) => {
      await clear(alone, tablesOfSpace, spaceId);
      await forget(alone, spaceId, number, move, Date.now());
    },
  );
  return { ...contents, hasNewSecret };
}

const otherServer = (toServer: string, serverId: string | undefined): string =>
  serverId === undefined
    ? 'No server has started on this database yet: start it once, and export the space for the id that `parley-server check` shows then'
    : `The file is for the server ${toServer}, and this is the server ${serverId}`;

/** Throws unless no copy of the space that is as new can be here. */
function assertWelcome({ exists, move }: FoundSpace, number: number): void {
  const { state, number: known = 0 } = move ?? {};
  if (state === 'leaving')
    throw new Unusable('The space is leaving this server: cancel that with `parley-server export-space --cancel`');
  if (exists && state !== 'left' && state !== 'arriving') throw new Unusable('This server has this space already');
  // An import that was interrupted can be repeated.
  if (number > known || (state === 'arriving' && number === known)) return;
  throw new Unusable('The file is too old: this server has had the same copy of the space, or a later one');
}

/** A row that the database refuses, because of a value (class 22) or a constraint (class 23); a running server says so without a code. */
function unfit(table: string, error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  const isSaid = error instanceof Unusable && !message.startsWith('The server stopped');
  if (!isSaid && !/^2[23]/.test(code ?? '')) return error;
  return new Damaged(`A row of ${table} does not fit: ${message.split('\n')[0]!}`);
}

/** Head and space both say when it ends: if they differ, the space could neither be written nor end. */
function assertSameEnd(frozen: ReadonlyMap<string, Row>): void {
  const ends = tablesOfSpace
    .filter(({ name }) => visible.includes(name))
    .map(({ name, columns }) => frozen.get(name)?.[columns.indexOf('expires_ms')]);
  if (new Set(ends).size !== 1) throw new Damaged('The rows of the space contradict each other: they end it at different times');
}

/** Nothing fills the disk of the embedded database. */
async function assertRoom(file: string, place: RoomyPlace): Promise<void> {
  const { DATABASE_URL: url, PARLEY_DATA_DIR: dataDir, PARLEY_MIN_FREE_DISK: floor } = place;
  if (url !== undefined || floor === 0) return;
  const { size } = await stat(file);
  // Rows, indexes and their log.
  if ((await freeIn(dataDir)) < floor + 3 * size) throw new Unusable(`There is not enough free space on the disk of ${dataDir}`);
}
