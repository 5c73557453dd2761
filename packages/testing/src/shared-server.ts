import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all files share. */
    server: SharedServer;
  }
}

export interface SharedServer {
  url: string;
}

/**
 * Starts a server, once for all files of a project: `globalSetup` of Vitest. Each test has spaces of its own there. A file whose tests
 * stop the server, change its settings or have accounts starts its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const settings = {
    DATABASE_URL: postgres.url,
    PARLEY_SECRET: 'of the shared server of the tests',
    PARLEY_RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
  };
  const server = await startServer(settings).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  const shared: ProvidedContext['server'] = { url: server.url };
  project.provide('server', shared);
  return async () => {
    await server.stop();
    await postgres.stop();
  };
}
