import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp, createLogger, readConfig, startParley, type Parley } from '../src/index.ts';
import type { Inside } from '../src/parley.ts';
import { onPostgres, type Place } from './databases.ts';

/** A server in the process of the test, which can inspect it and set its clock. */
export interface Served {
  parley: Parley;
  app: FastifyInstance;
  url: string;
  port: number;
  setUpLink: string;
  /** Its log lines from `error` upwards. */
  complaints: string[];
  /** Breaks off all connections, also those of streams. */
  cut(): void;
  stop(): Promise<void>;
}

/** A copy of the empty database starts faster than an embedded one; tests about that one name its folder. */
async function placeOf(settings: Record<string, string>): Promise<Place> {
  if (settings['DATABASE_URL'] || settings['PARLEY_DATA_DIR']) return { settings: {}, remove: async () => {} };
  const { settings: own, remove } = await onPostgres();
  return { settings: { DATABASE_URL: own['DATABASE_URL']!, PARLEY_SECRET: own['PARLEY_SECRET']! }, remove };
}

export async function serve(
  settings: Record<string, string> = {},
  mount: (parley: Parley) => Promise<FastifyInstance> = createApp,
  inside: Partial<Inside> = {},
): Promise<Served> {
  const place = await placeOf(settings);
  const complaints: string[] = [];
  const log = createLogger('error');
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => complaints.push(line) } });
  const parley = await startParley(readConfig({ ...place.settings, ...settings }), log, inside);
  const app = await mount(parley);
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  parley.listensAt(url);
  return {
    parley,
    app,
    url,
    port: (app.server.address() as AddressInfo).port,
    setUpLink: `${parley.publicUrl()}/setup?token=${parley.provider.setUpToken}`,
    complaints,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    async stop() {
      await app.close();
      await parley.close();
      await place.remove();
    },
  };
}
