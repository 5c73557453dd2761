import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { DurableFS } from './durable-fs.ts';
import { planning } from '../planning.ts';
import { initialArchive } from './image.ts';

/** Ends the thread after the backend has died. */
export type Stop = (reason: string) => never;

// With Emscripten, the other sync methods flush nothing; `fsync` reaches the operation that DurableFS provides.
const durable = ['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on'];

// PostgreSQL fills its buffers with zeros at the start; with its own 128 MB, all of that is memory of the process from then on.
const small = ['shared_buffers=32MB'];

const withSettings = (params: readonly string[], ...settings: readonly string[]) => [
  ...params,
  ...settings.flatMap((setting) => ['-c', setting]),
];

// V8 optimizes a function of WebAssembly after this many bytes of its code were executed. With its own 1.8 million, it spends 0.7 s of CPU on
// what only the start executes often.
setFlagsFromString('--wasm-tiering-budget=40000000');

/** Starts PostgreSQL in memory; its data is lost when it ends. */
export async function startInMemory(stop: Stop, migrationsFolder?: string): Promise<PGlite> {
  const startParams = withSettings(PGlite.defaultStartParams, ...small);
  return start({ ...initialArchive(migrationsFolder), startParams }, stop);
}

/** Starts PostgreSQL on its files; throws if a commit does not reach the disk. */
export async function startDurable(root: string, stop: Stop, fs = new DurableFS(root)): Promise<PGlite> {
  const flushing = PGlite.defaultStartParams.filter((param) => param !== '-F');
  const pg = await start({ fs, startParams: withSettings(flushing, ...durable, ...small) }, stop);
  const before = fs.flushes;
  await pg.query("select pg_logical_emit_message(true, 'parley', 'flushed?')");
  if (fs.flushes > before) return pg;
  await pg.close();
  throw new Error('The embedded database does not flush its commits to disk: refusing to open it.');
}

async function start(options: PGliteOptions, stop: Stop): Promise<PGlite> {
  let lastWords: string | undefined;
  const onStderr = (line: string) => {
    lastWords = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? lastWords;
    return false;
  };
  const pg = await PGlite.create({ ...options, onStderr }).catch((error: unknown) => {
    throw new Error(`The embedded database failed to start: ${lastWords ?? String(error)}`);
  });
  await pg.exec(
    Object.entries(planning)
      .map(([name, value]) => `set ${name} = '${value}'`)
      .join(';'),
  );
  onDeath(pg, (error) => stop(lastWords ?? String(error)));
  return pg;
}

/** What the main loop of PGlite throws for an ordinary error of a statement. */
const LONGJMP = 100;

/**
 * PGlite ignores whatever its main loop throws and continues, even after a PANIC:
 * a commit whose flush failed would be acknowledged.
 */
function onDeath(pg: PGlite, stop: (error: unknown) => never): void {
  const backend = pg.Module;
  const step = backend._PostgresMainLoopOnce;
  backend._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if ((error as { status?: number }).status !== LONGJMP) stop(error);
      throw error;
    }
  };
}
