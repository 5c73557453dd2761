import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp, createLogger, readConfig, startParley, type Parley } from '../src/index.ts';

/** A server in this process, so that a test can look into it. */
export interface InProcess {
  parley: Parley;
  app: FastifyInstance;
  url: string;
  port: number;
  /** What it logged, from `error` upwards. */
  complaints: string[];
  stop(): Promise<void>;
}

export async function startInProcess(mount: (parley: Parley) => Promise<FastifyInstance> = createApp): Promise<InProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-inside-'));
  const complaints: string[] = [];
  const log = createLogger('error');
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => complaints.push(line) } });
  const parley = await startParley(readConfig({ PARLEY_DATA_DIR: folder, PARLEY_RATE_LIMIT: '0' }), log);
  const app = await mount(parley);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  parley.listensAt(url);
  return {
    parley,
    app,
    url,
    port: (app.server.address() as AddressInfo).port,
    complaints,
    async stop() {
      await app.close();
      await parley.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A connection that asks and never reads. */
export function askUnread(port: number, path: string, headers: string[]): Socket {
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write([`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));
  return socket;
}
