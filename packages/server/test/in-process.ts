import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp, createLogger, readConfig, startParley, type Parley } from '../src/index.ts';

/** A server in the process of the test, whose insides a test may look at. */
export interface Served {
  parley: Parley;
  app: FastifyInstance;
  url: string;
  port: number;
  stop(): Promise<void>;
}

export async function serve(settings: Record<string, string> = {}): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-served-'));
  const config = readConfig({ PARLEY_DATA_DIR: folder, LOG_LEVEL: 'error', ...settings });
  const parley = await startParley(config, createLogger(config.LOG_LEVEL));
  const app = await createApp(parley);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  parley.listensAt(url);
  return {
    parley,
    app,
    url,
    port: (app.server.address() as AddressInfo).port,
    async stop() {
      await app.close();
      await parley.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
