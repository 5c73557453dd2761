import { once } from 'node:events';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { Unusable } from '../../engine/store/unusable.ts';
import { makeCopy, removeCopy, removeLeftCopies } from '../../engine/store/embedded/copies.ts';
import { connectTo, encoded, offer } from './socket.ts';

/** What a running server answers: the data folder with a copy of its database, or why there is none. */
type CopyAnswer = { folder: string } | { error: string };

const name = 'backup.sock';

interface CopySource {
  dataDir: string;
  /** Copies the database files while no statement runs. */
  copyTo(folder: string): Promise<void>;
  /** Bytes of the disk that stay free. */
  floor: number;
  failed(error: unknown): void;
}

/**
 * Makes copies of the embedded database for `parley-server backup`, which reads them. A copy stays until its connection ends; one that is
 * being read when the server stops is left to its reader.
 */
export async function offerCopies(source: CopySource): Promise<{ close(): Promise<void> }> {
  const dataDir = resolve(source.dataDir);
  removeLeftCopies(dataDir);
  let isClosing = false;
  const offered = await offer({
    dataDir,
    name,
    failed: source.failed,
    async serve(socket) {
      const gone = finished(socket.resume(), { writable: false }).catch(() => {});
      const answer = await copyFor({ ...source, dataDir });
      socket.write(encoded(answer));
      if ('error' in answer) socket.end();
      await gone;
      if ('folder' in answer && !isClosing) removeCopy(answer.folder);
    },
  });
  return {
    close() {
      isClosing = true;
      return offered.close();
    },
  };
}

const copyFor = ({ dataDir, floor, copyTo }: CopySource): Promise<CopyAnswer> =>
  makeCopy(dataDir, floor, copyTo).then(
    (folder) => ({ folder }),
    (error: Error) => ({ error: error.message }),
  );

/** A copy of the database of the server that runs on a data folder; undefined if none does. */
export async function askForCopy(dataDir: string): Promise<{ folder: string; release(): Promise<void> } | undefined> {
  const socket = await connectTo(dataDir, name);
  if (!socket) return undefined;
  let text = '';
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    text += chunk;
    if (text.endsWith('\n')) break;
  }
  const answer = JSON.parse(text || '{"error":"The server stopped before it had copied its database"}') as CopyAnswer;
  if ('folder' in answer) return { folder: answer.folder, release: () => released(socket) };
  socket.destroy();
  throw new Unusable(answer.error);
}

/** The server ends the connection when the next command is welcome. */
async function released(socket: Socket): Promise<void> {
  if (socket.closed) return;
  const closed = once(socket, 'close').catch(() => {});
  socket.end().resume();
  await closed;
}
