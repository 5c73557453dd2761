import { randomInt } from 'node:crypto';
import { startServer, type Settings, type TestServer } from '@parley/testing';
import { onPostgres, type Place } from './databases.ts';

/** Several server processes on one PostgreSQL. */
export interface Cluster {
  servers: TestServer[];
  /** With which another process can join. */
  settings: Settings;
  databaseUrl: string;
  any(): TestServer;
  /** Returns the processes in turn. */
  nth(i: number): TestServer;
  stop(): Promise<void>;
}

export async function startCluster(
  size: number,
  settings: Settings = {},
  open: () => Promise<Place> = onPostgres,
): Promise<Cluster> {
  const place = await open();
  const servers = await Promise.all(Array.from({ length: size }, () => startServer({ ...place.settings, ...settings })));
  return {
    servers,
    settings: { ...place.settings, ...settings },
    databaseUrl: place.settings['DATABASE_URL']!,
    any: () => servers[randomInt(size)]!,
    nth: (i) => servers[i % size]!,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await place.remove();
    },
  };
}
