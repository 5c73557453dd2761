import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

/** Of a database: on how many nodes besides the coordinator it is, which keeps rows itself if there are none, and in how many parts. */
interface Size {
  workers: 0 | 1 | 2;
  shards: number;
}

export interface TestCitus {
  /** Of the coordinator, and a database without any table. */
  url: string;
  /** Another such database on the same nodes. */
  newDatabase(size?: Partial<Size>): Promise<string>;
  stop(): Promise<void>;
}

/** The script that starts a cluster, in the folder that PARLEY_TEST_CITUS names, or beside the checkout. */
const script = join(
  process.env['PARLEY_TEST_CITUS'] ?? fileURLToPath(new URL('../../../../shared/citus', import.meta.url)),
  'cluster.sh',
);
const nodes = 3;
/** Few, because each is a table of its own: a start takes a fraction of the time. */
const shards = 4;
const tries = 5;

/** Why there can be no cluster on this machine; undefined if there can. */
function whyNoCitus(): string | undefined {
  if (!existsSync(script)) return `there is no ${script}`;
  if (process.getuid?.() !== 0) return 'only root can start it';
  if (!existsSync('/usr/lib/postgresql/15/bin/postgres')) return 'postgresql-15 is not installed';
  return undefined;
}

/** A Citus of a coordinator and two workers without any table, or why none starts here. */
export async function startCitus(): Promise<TestCitus | string> {
  const reason = whyNoCitus();
  if (reason !== undefined) return reason;
  let said = '';
  for (let i = 0; i < tries; i += 1) {
    const started = await startAt(await freePorts());
    if (typeof started !== 'string') return started;
    said = started;
  }
  return said;
}

async function startAt(port: number): Promise<TestCitus | string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-citus-'));
  // The user of PostgreSQL has to get through.
  await chmod(folder, 0o755);
  const data = join(folder, 'nodes');
  const down = ['down', data];
  const stopAtExit = () => spawnSync('bash', [script, ...down]);
  process.once('exit', stopAtExit);
  const stop = async () => {
    await promisify(execFile)('bash', [script, ...down]);
    process.off('exit', stopAtExit);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { stdout } = await promisify(execFile)('bash', [script, 'up', data, String(port)]);
    const url = stdout.trim().split('\n').at(-1)!;
    await runAt(url, `alter database parley set citus.shard_count = ${shards}`);
    return { url, newDatabase: (size) => newDatabase(url, { workers: 2, shards, ...size }), stop };
  } catch (error) {
    const logs = await Promise.all(
      Array.from({ length: nodes }, (_, n) => readFile(join(data, `${n}.log`), 'utf8').catch(() => '')),
    );
    await stop();
    return `no cluster starts: ${/FATAL.*/.exec(logs.join('\n'))?.[0] ?? (error as Error).message.split('\n')[0]}`;
  }
}

const runAt = (url: string, ...statements: string[]) =>
  promisify(execFile)('psql', [url, '-q', '-v', 'ON_ERROR_STOP=1', ...statements.flatMap((each) => ['-c', each])]);

async function newDatabase(coordinator: string, { workers, shards }: Size): Promise<string> {
  const name = `parley_${randomUUID().replaceAll('-', '')}`;
  const { hostname, port } = new URL(coordinator);
  const ports = Array.from({ length: workers + 1 }, (_, n) => Number(port) + n);
  const at = (node: number, database: string) =>
    Object.assign(new URL(coordinator), { port: node, pathname: `/${database}` }).href;
  for (const node of ports) {
    await runAt(at(node, 'parley'), `create database ${name}`);
    await runAt(at(node, name), 'create extension citus');
  }
  const [own, ...others] = ports;
  await runAt(
    at(own!, name),
    `alter database ${name} set citus.shard_count = ${shards}`,
    `select citus_set_coordinator_host('${hostname}', ${own})`,
    ...(workers === 0
      ? [`select citus_set_node_property('${hostname}', ${own}, 'shouldhaveshards', true)`]
      : others.map((worker) => `select citus_add_node('${hostname}', ${worker})`)),
  );
  return at(own!, name);
}

/** The first of as many free ports in a row as there are nodes. */
async function freePorts(): Promise<number> {
  for (;;) {
    const [first, ...others] = [await freePort(), await freePort(), await freePort()] as const;
    if (others.every((port, n) => port === first + n + 1)) return first;
  }
}
