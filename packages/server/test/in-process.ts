import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp, createLogger, readConfig, startParley, type Parley } from '../src/index.ts';
import type { Inside } from '../src/parley.ts';

/** A server in the process of the test, which can inspect it and set its clock. */
export interface Served {
  parley: Parley;
  app: FastifyInstance;
  url: string;
  port: number;
  setUpLink: string;
  /** Its log lines from `error` upwards. */
  complaints: string[];
  stop(): Promise<void>;
}

export async function serve(
  settings: Record<string, string> = {},
  mount: (parley: Parley) => Promise<FastifyInstance> = createApp,
  inside: Partial<Inside> = {},
): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-served-'));
  const complaints: string[] = [];
  const log = createLogger('error');
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => complaints.push(line) } });
  const parley = await startParley(readConfig({ PARLEY_DATA_DIR: folder, ...settings }), log, inside);
  const app = await mount(parley);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  parley.listensAt(url);
  return {
    parley,
    app,
    url,
    port: (app.server.address() as AddressInfo).port,
    setUpLink: `${parley.publicUrl()}/setup?token=${parley.provider.setUpToken}`,
    complaints,
    async stop() {
      await app.close();
      await parley.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
