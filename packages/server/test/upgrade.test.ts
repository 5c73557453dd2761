import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { laneCount } from '../src/space/lanes.ts';
import type { Connection } from '../src/store/connection.ts';
import { openDatabase } from '../src/store/database.ts';
import { openEmbedded } from '../src/store/embedded/open.ts';
import { migratePostgres, openPostgres } from '../src/store/postgres.ts';

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

/** The migrations as they were before spaces counted their bytes. */
function earlier(): string {
  const migrations = folder();
  cpSync(fileURLToPath(new URL('../src/store/migrations', import.meta.url)), migrations, { recursive: true });
  const file = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const until = journal.entries.findIndex(({ tag }) => tag.endsWith('storage_bounds'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }));
  return migrations;
}

async function fill(database: Connection, space: string, endedMs: number | null) {
  const run = (text: string) => database.query(text);
  await run(
    `insert into spaces values ('${space}', '${space}', 'Space', '', null, 'public', 1, 2, ${endedMs}, ${endedMs && "'closed'"})`,
  );
  await run(`insert into space_heads values ('${space}', 1, 2, 1, ${endedMs !== null}, 2)`);
  await run(`insert into events select '${space}', n, n, 'message', 'all', 'é' from generate_series(1, 2) n`);
  await run(`insert into idempotency_records values ('${space}', 's', '', 200, 'sealed', 1)`);
  await run(
    `insert into artifacts (space_id, artifact_id, position, name, version, bytes, created_by, updated_by, created_ms, updated_ms, locked_by, locked_ms, lock_expires_ms)
     values ('${space}', '${space}', 0, 'A', 1, 100, '${space}', '${space}', 1, 1, '${space}', 1, 2)`,
  );
}

const places = {
  async PostgreSQL() {
    const { url, stop } = await startPostgres();
    onTestFinished(stop);
    await migratePostgres(url, earlier());
    return { before: openPostgres(url, 1), url, dataDir: null };
  },
  async 'the embedded database'() {
    const dataDir = folder();
    return { before: await openEmbedded({ dataDir, migrationsFolder: earlier() }), url: undefined, dataDir };
  },
};

test.each(Object.entries(places))(
  'on %s an upgrade counts what is there, and takes the locks of spaces that ended',
  async (_, open) => {
    const { before, url, dataDir } = await open();
    const [live, ended, empty] = [randomUUID(), randomUUID(), randomUUID()];
    await fill(before, live, null);
    await fill(before, ended, 5);
    await before.query(`insert into space_heads values ('${empty}', 1, 0, 1, false, 2)`);
    await before.close();
    const { background, close } = await openDatabase({ url, dataDir, lanes: laneCount, floor: { bytes: 0, crossed: () => {} } });
    onTestFinished(close);
    expect(new Map((await background.query('select space_id, bytes from space_heads')) as [string, number][])).toEqual(
      new Map([
        [live, 110],
        [ended, 110],
        [empty, 0],
      ]),
    );
    expect(await background.query('select space_id from artifacts where lock_expires_ms is not null')).toEqual([[live]]);
  },
);
