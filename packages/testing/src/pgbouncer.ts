import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAtExit } from './children.ts';
import { freePort, isOpen } from './free-port.ts';

export interface TestPool {
  url: string;
  stop(): Promise<void>;
}

/** No npm package contains it; tests that need it say so if it is missing. */
export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

/** A PgBouncer that gives each transaction one of four connections. `settings` are lines of its configuration. */
export async function startPgBouncer(databaseUrl: string, settings: readonly string[] = []): Promise<TestPool> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const name = pathname.slice(1);
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${databasePort} dbname=${name} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 200',
    ...settings,
  ];
  await writeFile(file, lines.join('\n'));
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const pool = killAtExit(spawn('pgbouncer', ['--quiet', ...user, file], { stdio: 'ignore' }));
  while (!(await isOpen(port))) {
    if (pool.exitCode !== null) throw new Error('PgBouncer did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}/${name}`,
    async stop() {
      pool.kill('SIGKILL');
      if (pool.exitCode === null && pool.signalCode === null) await once(pool, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
