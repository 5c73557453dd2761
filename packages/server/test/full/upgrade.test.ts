import { tables } from '../../src/resources/index.ts';
import { randomUUID } from 'node:crypto';
import { startPostgres } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { slotCounts } from '../../src/engine/write/connection-slots.ts';
import { artifactStore } from '../../src/resources/artifacts/queries.ts';
import { commit } from '../../src/engine/store/commit.ts';
import type { Connection } from '../../src/engine/store/connection.ts';
import { openDatabase } from '../../src/engine/store/database.ts';
import { openEmbedded } from '../../src/engine/store/embedded/open.ts';
import { headStore } from '../../src/engine/store/heads.ts';
import { idempotencyStore } from '../../src/engine/store/idempotency.ts';
import { allMigrations, migrationsBefore, testFolder } from '../../src/engine/store/migrations.fixture.ts';
import { migratePostgres, openPostgres } from '../../src/engine/store/postgres.ts';

/** The schema before spaces counted their bytes. */
const earlier = () => migrationsBefore('storage_bounds');

async function fill(database: Connection, space: string, endedMs: number | null, audience = "'all', ") {
  const run = (text: string) => database.query(text);
  await run(
    `insert into spaces values ('${space}', '${space}', 'Space', '', null, 'public', 1, 2, ${endedMs}, ${endedMs && "'closed'"})`,
  );
  await run(`insert into space_heads values ('${space}', 1, 2, 1, ${endedMs !== null}, 2)`);
  await run(`insert into events select '${space}', n, n, 'message', ${audience}'é' from generate_series(1, 2) n`);
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
    await migratePostgres(url, earlier(), { tables });
    return { before: openPostgres(url, 1), url, dataDir: null };
  },
  async 'the embedded database'() {
    const dataDir = testFolder();
    return { before: await openEmbedded({ dataDir, migrationsFolder: earlier() }), url: undefined, dataDir };
  },
};

const opened = async (url: string | undefined, dataDir: string | null) => {
  const database = await openDatabase({ url, dataDir, tables, slots: slotCounts, floor: { bytes: 0, crossed: () => {} } });
  onTestFinished(() => database.close());
  return database;
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
    const { background } = await opened(url, dataDir);
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

test.each(Object.entries(places))(
  'on %s rows that an older version made, and counts that it let go wrong, do no harm',
  async (_, open) => {
    const { before, url, dataDir } = await open();
    await before.close();
    const { reads, background } = await opened(url, dataDir);
    const [live, ended] = [randomUUID(), randomUUID()];
    for (const [space, endedMs] of [
      [live, null],
      [ended, 5],
    ] as const) {
      await fill(background, space, endedMs, '');
    }
    expect(await idempotencyStore(reads, background).removeExpired(9, 10)).toBe(2);
    expect(await background.query(`select bytes from space_heads where bytes < 0`)).toEqual([]);
    expect((await artifactStore(reads, background).spacesWithLocksDue(9, 10)).map(({ spaceId }) => spaceId)).toEqual([live]);

    // An earlier release could count below zero.
    await background.query(`update space_heads set bytes = -7 where space_id = '${live}'`);
    const said = { event: 'message', body: '{}' } as const;
    const nothing = { saved: {}, forgotten: {}, places: new Map(), erasures: [], records: [], quotas: [] };
    const room = { bytes: 2, least: 0, most: 1_000 };
    const decided = { ...nothing, spaceId: live, rev: 1, bumps: false, past: true, events: [said], room };
    expect([...(await commit(background, tables, { now: 9, creations: [], commits: [decided] })).keys()]).toEqual([live]);
    expect(await background.query(`select bytes from space_heads where space_id = '${live}'`)).toEqual([[0]]);
  },
);

test.each(Object.entries(places))('on %s due spaces are read page by page, skipping those that stay due', async (_, open) => {
  const { before, url, dataDir } = await open();
  await before.close();
  const { reads, background } = await opened(url, dataDir);
  const spaces = Array.from({ length: 5 }, () => randomUUID()).toSorted();
  for (const space of spaces) await fill(background, space, null, '');
  for (const due of [headStore(reads).expired, artifactStore(reads, background).spacesWithLocksDue]) {
    const first = await due(9, 3);
    const second = await due(9, 3, first.at(-1));
    expect([...first, ...second].map(({ spaceId }) => spaceId)).toEqual(spaces);
    expect(await due(9, 3, second.at(-1))).toEqual([]);
  }
});

test('an upgrade counts existing bytes before it locks tables that others write', async () => {
  const { before, url } = await places.PostgreSQL();
  await fill(before, randomUUID(), null);
  const other = openPostgres(url, 1, { idleTimeoutMs: 0 });
  await other.query('begin');
  await other.query('lock table events in access exclusive mode');
  const upgrade = migratePostgres(url, allMigrations, { tables });
  await expect.poll(() => before.query('select count(*)::int from pg_locks where not granted')).toEqual([[1]]);
  await before.query("set lock_timeout = '2s'");
  await before.query('update space_heads set last_ms = 7');
  await other.query('commit');
  await upgrade;
  expect(await before.query('select bytes, last_ms from space_heads')).toEqual([[110, 7]]);
  await Promise.all([other.close(), before.close()]);
});
