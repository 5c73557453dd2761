import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { within } from '../../engine/async/within.ts';

/** The longest path of a socket that every system accepts. */
const longestPath = 103;
/** A command that was killed ends once what it asked for is done; the next one waits for that so long. */
const patienceMs = 2_000;

/** A socket of a data folder; undefined if the path to it is too long for one. */
function socketIn(dataDir: string, name: string): string | undefined {
  const path = join(dataDir, name);
  return [path, relative('.', path)].find((each) => Buffer.byteLength(each) <= longestPath);
}

interface Offer {
  dataDir: string;
  name: string;
  /** Serves one connection; others wait a little until it resolves, and are then refused. */
  serve(socket: Socket): Promise<void>;
  failed(error: unknown): void;
}

/** Serves the commands of the operator through a socket in the data folder, one command at a time. */
export async function offer({ dataDir, name, serve, failed }: Offer): Promise<{ close(): Promise<void> }> {
  const path = socketIn(resolve(dataDir), name);
  if (path === undefined) {
    failed(new Error(`The path of the data folder ${dataDir} is too long for a socket: commands need the server to be stopped`));
    return { close: async () => {} };
  }
  const sockets = new Set<Socket>();
  let served: Promise<void> | undefined;
  // The command hears that its connection has ended only when the next one is welcome.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    // Whoever asks is gone when the socket closes, for whatever reason.
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    void take(socket);
  });
  async function take(socket: Socket): Promise<void> {
    const until = performance.now() + patienceMs;
    while (served) {
      const isFree = await within(until - performance.now(), served).then(
        () => true,
        () => false,
      );
      if (!isFree) return void socket.resume().end(encoded({ error: 'Another command of this kind is running' }));
    }
    served = serve(socket)
      // The command was killed while it asked.
      .catch(() => {})
      .finally(() => {
        served = undefined;
        socket.destroy();
      });
  }
  // A server that was killed leaves its socket.
  rmSync(path, { force: true });
  await listening(server, path).catch(failed);
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

export const encoded = (value: object): string => `${JSON.stringify(value)}\n`;

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

/** A connection to the server that runs on a data folder; undefined if none does. */
export async function connectTo(dataDir: string, name: string): Promise<Socket | undefined> {
  const path = socketIn(dataDir, name);
  if (path === undefined) return undefined;
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
