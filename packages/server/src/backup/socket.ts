import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { once } from 'node:events';
import { Unusable } from '../store/unusable.ts';
import { makeCopy, removeCopy, removeLeftCopies } from '../store/embedded/copies.ts';

/** What a running server answers: the data folder with a copy of its database, or why there is none. */
type Answer = { folder: string } | { error: string };

/** The longest path of a socket that every system accepts. */
const longestPath = 103;

/** The socket of a data folder; undefined if the path to it is too long for one. */
function socketIn(dataDir: string): string | undefined {
  const path = join(dataDir, 'backup.sock');
  return [path, relative('.', path)].find((each) => Buffer.byteLength(each) <= longestPath);
}

interface Source {
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
export async function offerCopies(source: Source): Promise<{ close(): Promise<void> }> {
  const { failed } = source;
  const dataDir = resolve(source.dataDir);
  removeLeftCopies(dataDir);
  const path = socketIn(dataDir);
  if (path === undefined) {
    failed(new Error(`The path of the data folder ${dataDir} is too long for a socket: backups need the server to be stopped`));
    return { close: async () => {} };
  }
  let asking: Socket | undefined;
  let isClosing = false;
  const server = createServer((socket) => {
    // Whoever asks is gone when the socket closes, for whatever reason.
    socket.on('error', () => {});
    if (asking) return void socket.end(encoded({ error: 'Another backup of this server is running' }));
    asking = socket;
    const gone = new Promise((done) => socket.resume().once('close', done));
    void copyFor({ ...source, dataDir }).then(async (answer) => {
      socket.write(encoded(answer));
      if ('error' in answer) socket.end();
      await gone;
      if ('folder' in answer && !isClosing) removeCopy(answer.folder);
      asking = undefined;
    });
  });
  // A server that was killed leaves its socket.
  rmSync(path, { force: true });
  await listening(server, path).catch(failed);
  return {
    async close() {
      isClosing = true;
      asking?.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

const copyFor = ({ dataDir, floor, copyTo }: Source): Promise<Answer> =>
  makeCopy(dataDir, floor, copyTo).then(
    (folder) => ({ folder }),
    (error: Error) => ({ error: error.message }),
  );

const encoded = (answer: Answer): string => `${JSON.stringify(answer)}\n`;

/** Only the user of the server can connect. */
async function listening(server: Server, path: string): Promise<void> {
  const umask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
  await once(server, 'listening');
  // A socket keeps no process alive.
  server.unref();
}

/** A copy of the database of the server that runs on a data folder; undefined if none does. */
export async function askForCopy(dataDir: string): Promise<{ folder: string; release(): void } | undefined> {
  const path = socketIn(dataDir);
  if (path === undefined) return undefined;
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  let text = '';
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    text += chunk;
    if (text.endsWith('\n')) break;
  }
  const answer = JSON.parse(text || '{"error":"The server stopped before it had copied its database"}') as Answer;
  if ('folder' in answer) return { folder: answer.folder, release: () => void socket.destroy() };
  socket.destroy();
  throw new Unusable(answer.error);
}
