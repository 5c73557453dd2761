import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Below what systems give to connections and to listeners without a port: a server that is started again finds its port free.
const [lowest, count] = [11_000, 21_000];
/** Processes that run at the same time begin at different places. */
let turn = process.pid * 997;

/** A port that nothing else in a run of tests is given while this process runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + (turn++ % count);
    if (claim(port) && (await canBeBound(port))) return port;
  }
}

/** Also no other process gets the port before its server listens, or while that is stopped. */
function claim(port: number): boolean {
  const folder = join(tmpdir(), 'parley-ports');
  const file = join(folder, String(port));
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

/** Whether the process that claimed it still runs. */
function isHeld(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return !['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
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
