import { existsSync } from 'node:fs';
import { identityIn, snapshotOfSpace } from '../../engine/store/backup/read.ts';
import { tablesOfSpace } from './tables.ts';
import { complete, findSpace, leave, stay, takeOver, type FoundSpace, type Move } from '../../engine/store/moves.ts';
import type { Querying } from '../../engine/store/connection.ts';
import { Unusable } from '../../engine/store/unusable.ts';
import { inDatabase, type DatabasePlace } from './place.ts';
import { toFile } from './to-file.ts';
import { linesOfMove } from './write.ts';

interface ExportOptions {
  spaceId: string;
  /** The server that will accept the file. */
  toServer: string;
  file: string;
  /** The operator says that no earlier file of this space was imported, nor will be. */
  isNotImported: boolean;
  signal: AbortSignal;
}

export const exportSpace = (place: DatabasePlace, options: ExportOptions): Promise<void> =>
  inDatabase(place, (database) => exportFrom(database, options));

/**
 * Writes a space to a file that one other server can import.
 * 1. Leave. Nothing can be written to the space from now on; callers get 503, because it is not decided where it goes on.
 * 2. Write its rows. If that fails, the space goes on here.
 * 3. Complete. The space is over here.
 * 4. Write the last line, without which nobody can import the file.
 */
export async function exportFrom(
  database: Querying,
  { spaceId, toServer, file, isNotImported, signal }: ExportOptions,
): Promise<void> {
  if (existsSync(file)) throw new Unusable(`The file ${file} exists already`);
  const identity = await identityIn(database);
  if (identity?.serverId === toServer) throw new Unusable('That is the id of this server itself');
  const found = await findSpace(database, spaceId, Date.now());
  const { number, state } = await begin(database, spaceId, found, { toServer, isNotImported });
  let isComplete = state === 'left';
  try {
    const content = await snapshotOfSpace(database, tablesOfSpace, spaceId);
    const lines = (flushed: () => Promise<void>) =>
      linesOfMove(content, { spaceId, number, toServer }, Date.now(), async () => {
        await flushed();
        signal.throwIfAborted();
        isComplete ||= await complete(database, spaceId, number, Date.now());
        if (!isComplete) throw new Unusable('Another command has cancelled this move, or begun it again');
      });
    await toFile(file, lines, signal);
  } catch (error) {
    const goesOn = !isComplete && (await stay(database, spaceId, { number, state: 'leaving' }, Date.now()).catch(() => false));
    if (goesOn) throw error;
    throw new Unusable(`${lineOf(error)}. The space is not open: run the same command again, or cancel the move with --cancel`);
  }
}

const lineOf = (error: unknown): string => (error as Error).message.split('\n')[0]!.replace(/\.$/, '');

async function begin(
  database: Querying,
  spaceId: string,
  { exists, isOpen, isGone, move }: FoundSpace,
  { toServer, isNotImported }: Pick<ExportOptions, 'toServer' | 'isNotImported'>,
): Promise<Pick<Move, 'number' | 'state'>> {
  if (isGone) throw new Unusable(gone);
  if (!exists) throw new Unusable('The database has no space with this id');
  if (isOpen) {
    const number = (move?.number ?? 0) + 1;
    if (await leave(database, spaceId, { number, toServer }, Date.now())) return { number, state: 'leaving' };
  }
  const { move: now } = isOpen ? await findSpace(database, spaceId, Date.now()) : { move };
  if (now?.state !== 'leaving' && now?.state !== 'left') throw new Unusable('The space is over: it was closed, or has expired');
  const isSameFile = now.state === 'left' && now.toServer === toServer;
  if (now.state === 'left' && !isSameFile && !isNotImported) throw new Unusable(mayBeImported(now));
  const number = isSameFile ? now.number : now.number + 1;
  if (await takeOver(database, spaceId, now, { number, toServer }, Date.now())) return { number, state: now.state };
  throw new Unusable(concurrent);
}

/** Lets a space that is leaving, or has left, go on here. */
export async function cancelExport(
  database: Querying,
  { spaceId, isNotImported }: Pick<ExportOptions, 'spaceId' | 'isNotImported'>,
): Promise<void> {
  const { isGone, move } = await findSpace(database, spaceId, Date.now());
  if (move?.state !== 'leaving' && move?.state !== 'left') throw new Unusable('No move of a space with this id has begun here');
  if (isGone) throw new Unusable(gone);
  if (move.state === 'left' && !isNotImported) throw new Unusable(mayBeImported(move));
  if (!(await stay(database, spaceId, move, Date.now()))) throw new Unusable(concurrent);
}

const concurrent = 'Another command moves this space at the moment';

const gone = 'The space left this server more than 7 days ago, and is deleted here';

const mayBeImported = ({ toServer }: Move): string =>
  `The space has left for the server ${toServer}, and its file can have been imported there. If it was not, delete the file and add --not-imported`;
