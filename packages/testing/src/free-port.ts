import { createConnection, createServer } from 'node:net';

// Below what systems give to connections and to listeners without a port: a server that is started again finds its port free.
const [lowest, count] = [11_000, 21_000];
/** Processes that run at the same time begin at different places. */
let turn = process.pid * 997;

/** A port that nobody else is given while this process runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + (turn++ % count);
    if (await canBeBound(port)) return port;
  }
}

function canBeBound(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether something listens at a port. */
export const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
