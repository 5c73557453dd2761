import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DurableFS } from '../../../src/engine/store/embedded/durable-fs.ts';
import { openEmbedded } from '../../../src/engine/store/embedded/open.ts';
import { startDurable } from '../../../src/engine/store/embedded/pglite.ts';
import { Statements } from '../../../src/engine/store/embedded/statements.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/embedded/${name}`, import.meta.url));
const migrationsFolder = fixture('migrations');

const base = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
const migrated = join(base, 'migrated');
beforeAll(async () => {
  await (await openEmbedded({ dataDir: migrated, migrationsFolder })).close();
});
afterAll(() => rmSync(base, { recursive: true }));

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(base, 'test-')), 'data');
});
const copyMigrated = () => cpSync(migrated, dataDir, { recursive: true });

const open = () => openEmbedded({ dataDir, migrationsFolder });
const run = (script: string, ...options: string[]) =>
  spawn(process.execPath, [...options, fixture(script), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BROKEN: join(dataDir, 'broken') },
  });
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve));
const stop = (reason: string): never => {
  throw new Error(reason);
};

/** The state that PostgreSQL writes into its control file; 1 is "shut down". */
const clusterState = () => readFileSync(join(dataDir, 'postgres/global/pg_control')).readUInt32LE(16);

test('answered writes survive kill -9', async () => {
  copyMigrated();
  const answered: number[] = [];
  for (let round = 0; round < 4; round++) {
    const writer = run('write-until-killed.mjs');
    const killAt = answered.length + 1 + Math.floor(Math.random() * 300);
    const done = ended(writer);
    for await (const line of createInterface(writer.stdout)) {
      answered.push(Number(line));
      if (answered.length === killAt) writer.kill('SIGKILL');
    }
    await done;
    const database = await open();
    const rows = new Set((await database.query('select id from notes')).flat());
    await database.close();
    expect(answered.filter((id) => !rows.has(id))).toEqual([]);
  }
});

test('a write whose flush fails is refused, and so is everything after it', async () => {
  copyMigrated();
  const child = run('write-with-broken-flush.mjs', '--import', pathToFileURL(fixture('break-flushes.mjs')).href);
  const [write, read] = JSON.parse(await text(child.stdout));
  expect(write).toMatch(/^The embedded database stopped: .*EIO.*$/);
  expect(read).toBe(write);
  const database = await open();
  expect(await database.query('select id from notes where id = 1')).toEqual([[1]]);
  await database.close();
});

test('every commit is flushed once, and reads are not', async () => {
  copyMigrated();
  const root = join(dataDir, 'postgres');
  const fs = new DurableFS(root);
  const pg = await startDurable(root, stop, fs);
  const statements = new Statements(pg);
  await statements.run('create table counted (id int)');
  const before = fs.flushes;
  for (let id = 0; id < 20; id++) await statements.run('insert into counted values ($1)', [id]);
  expect(fs.flushes - before).toBe(20);
  await statements.run('select * from counted');
  expect(fs.flushes - before).toBe(20);
  await pg.close();
});

test('a database that does not flush is refused with one line', async () => {
  copyMigrated();
  class ForgetfulFS extends DurableFS {
    protected override attach(): void {}
  }
  const root = join(dataDir, 'postgres');
  await expect(startDurable(root, stop, new ForgetfulFS(root))).rejects.toThrow(/^The embedded database does not flush .*$/);
});

test('close leaves a cleanly shut down database that opens with all rows', async () => {
  copyMigrated();
  const database = await open();
  expect(clusterState()).not.toBe(1);
  await database.query("insert into notes (id, body) values (7, '{}')");
  await database.close();
  expect(clusterState()).toBe(1);
  const again = await open();
  expect(await again.query('select id from notes')).toEqual([[7]]);
  await again.close();
});

test('the folder is private to its user', async () => {
  const database = await open();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  await database.close();
});

test('an initialisation that was interrupted starts again', async () => {
  mkdirSync(join(dataDir, 'postgres.new'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
  const database = await open();
  expect(await database.query('select count(*) from notes')).toEqual([[0]]);
  expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
  await database.close();
});

test('a crash during a migration leaves nothing of it', async () => {
  const crashing = join(dataDir, '../migrations');
  cpSync(migrationsFolder, crashing, { recursive: true });
  const forever = 'create function forever(int) returns int language sql as $$ select forever($1 + 1) + 1 $$';
  const whole = readFileSync(join(crashing, '0000_notes.sql'), 'utf8');
  const steps = [whole, forever, 'select forever(1)'].join('\n--> statement-breakpoint\n');
  writeFileSync(join(crashing, '0000_notes.sql'), steps);
  await expect(openEmbedded({ dataDir, migrationsFolder: crashing })).rejects.toThrow('The embedded database stopped');

  const database = await open();
  expect(await database.query("select count(*) from pg_proc where proname = 'forever'")).toEqual([[0]]);
  expect(await database.query('select count(*) from notes')).toEqual([[0]]);
  await database.close();
});

test('a migration that PostgreSQL refuses stops the opening with one line and frees the folder', async () => {
  const wrong = join(dataDir, '../migrations');
  cpSync(migrationsFolder, wrong, { recursive: true });
  writeFileSync(join(wrong, '0000_notes.sql'), 'create table t (a nonsense)');
  const refused = openEmbedded({ dataDir, migrationsFolder: wrong });
  await expect(refused).rejects.toThrow(/^The embedded database's migrations failed: type "nonsense" does not exist$/);
  await (await open()).close();
});

test('a second process on the folder is refused with one line that names folder and holder', async () => {
  copyMigrated();
  const database = await open();
  expect(await text(run('open-and-wait.mjs').stdout)).toBe(
    `The data folder ${dataDir} is in use by process ${process.pid}. Stop that server, or choose another folder with PARLEY_DATA_DIR.\n`,
  );
  await database.close();
});
