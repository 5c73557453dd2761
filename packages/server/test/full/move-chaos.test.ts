import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cancelExport, exportFrom } from '../../src/host/backup/export-space.ts';
import { importInto } from '../../src/host/backup/import-space.ts';
import { inTransactions, withoutTransactions, type MovingDatabase } from '../../src/host/backup/place.ts';
import type { Connection, Querying } from '../../src/engine/store/connection.ts';
import { openEmbedded } from '../../src/engine/store/embedded/open.ts';
import { migrationsFolder } from '../../src/engine/store/migrations.ts';
import { findSpace } from '../../src/engine/store/moves.ts';
import { openPostgres } from '../../src/engine/store/postgres.ts';
import { folderOfTest } from '../backup-command.ts';
import { freshDatabase } from '../shared-postgres.ts';
import { timesRepeated } from '../rounds.ts';

interface Site {
  serverId: string;
  connection: Connection;
  /** The same database for a command that is killed. */
  mortal(death: Death): MovingDatabase;
}

/** A command is killed before its n-th statement, or before it hears that this statement succeeded. */
interface Death {
  statement: number;
  isDone: boolean;
}

const never: Death = { statement: Infinity, isDone: false };

function dying(database: Querying, death: Death, count = { statements: 0 }): Querying {
  return {
    async query(text, params) {
      count.statements += 1;
      if (count.statements > death.statement || (count.statements === death.statement && !death.isDone))
        throw new Error('killed');
      const rows = await database.query(text, params);
      if (count.statements === death.statement) throw new Error('killed');
      return rows;
    },
  };
}

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function siteOf(connection: Connection): Promise<Site> {
  const serverId = randomUUID();
  await connection.query(`insert into deployment (id, secret_fingerprint, server_id) values (1, 'same', '${serverId}')`);
  return {
    serverId,
    connection,
    mortal(death) {
      const count = { statements: 0 };
      const query = (database: Querying) => dying(database, death, count);
      if (!connection.transaction) return withoutTransactions(query(connection));
      // What dies in a transaction is rolled back.
      return inTransactions({
        ...query(connection),
        transaction: (work) => connection.transaction!((alone) => work(query(alone))),
      });
    },
  };
}

async function sites(): Promise<Site[]> {
  const { url, drop } = await freshDatabase();
  const postgres = openPostgres(url, 2);
  const embedded = await Promise.all([1, 2].map(() => openEmbedded({ dataDir: null, migrationsFolder })));
  closing.push(async () => {
    await Promise.all([postgres, ...embedded].map((each) => each.close()));
    await drop();
  });
  return Promise.all([postgres, ...embedded].map(siteOf));
}

async function newSpace({ connection }: Site): Promise<string> {
  const id = randomUUID();
  await connection.query(
    `insert into spaces (space_id, owner_id, name, description, privacy, created_ms, expires_ms) values ('${id}', '${id}', 'S', '', 'public', 1, 9000000000000)`,
  );
  await connection.query(
    `insert into space_heads (space_id, rev, sequence, last_ms, closed, expires_ms) values ('${id}', 1, 5, 1, false, 9000000000000)`,
  );
  await connection.query(`insert into events select '${id}', n, n, 'message', repeat('x', 100) from generate_series(1, 5) n`);
  return id;
}

/** The sites where a space can be written to, with the number of its events there. */
async function liveAt(all: readonly Site[], spaceId: string): Promise<[site: number, events: number][]> {
  const live: [number, number][] = [];
  for (const [i, { connection }] of all.entries()) {
    if (!(await findSpace(connection, spaceId, Date.now())).isOpen) continue;
    const [[count] = []] = await connection.query('select count(*)::int from events where space_id = $1::uuid', [spaceId]);
    live.push([i, count as number]);
  }
  return live;
}

const aSite = fc.nat({ max: 2 });
const aDeath = fc.option(fc.record({ statement: fc.integer({ min: 1, max: 26 }), isDone: fc.boolean() }), { nil: never });
const aStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      by: fc.nat({ max: 1 }),
      death: fc.option(aDeath, { freq: 2, nil: never }),
    }),
  },
  fc.record({ does: fc.constant('export' as const), from: aSite, to: aSite, death: aDeath }),
  // Any file so far, mostly where it is accepted.
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      file: fc.nat(),
      at: fc.option(aSite, { freq: 1 }),
      death: aDeath,
    }),
  },
  fc.record({ does: fc.constant('cancel' as const), at: aSite, death: aDeath }),
);

const { signal } = new AbortController();
const common = { signal, acceptsNewSecret: false, isNotImported: false };

test('whatever is killed, repeated and imported in whatever order, a space is live at one server at most, and can always be brought back', async () => {
  const all = await sites();
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 12 }), async (steps) => {
      const folder = folderOfTest();
      const spaceId = await newSpace(all[0]!);
      const files: { path: string; target: Site }[] = [];
      const attempt = (work: Promise<unknown>) =>
        work.then(
          () => true,
          () => false,
        );
      const exportTo = async (from: Site, target: Site, death: Death) => {
        const path = join(folder, String(files.length));
        await attempt(exportFrom(from.mortal(death), { ...common, spaceId, toServer: target.serverId, file: path }));
        if (existsSync(path)) files.push({ path, target });
      };
      const importLast = (at: Site, death: Death) => attempt(importInto(at.mortal(death), files.at(-1)?.path ?? '', common));
      for (const step of steps) {
        if (step.does === 'move') {
          const [[live] = [0]] = await liveAt(all, spaceId);
          const target = all[(live + 1 + step.by) % 3]!;
          await exportTo(all[live]!, target, never);
          await importLast(target, step.death);
        } else if (step.does === 'export') await exportTo(all[step.from]!, all[step.to]!, step.death);
        else if (step.does === 'cancel') await attempt(cancelExport(all[step.at]!.mortal(step.death), { ...common, spaceId }));
        else if (step.does === 'import' && files.length > 0) {
          const { path, target } = files[step.file % files.length]!;
          await attempt(importInto((step.at === null ? target : all[step.at]!).mortal(step.death), path, common));
        }
        expect((await liveAt(all, spaceId)).length).toBeLessThanOrEqual(1);
      }
      if ((await liveAt(all, spaceId)).length === 0) await bringBack(spaceId, exportTo, importLast);
      expect(await liveAt(all, spaceId)).toEqual([[expect.any(Number), 5]]);
    }),
    { numRuns: timesRepeated(10), endOnFailure: true },
  );

  /** What the guide tells an operator to do. */
  async function bringBack(
    spaceId: string,
    exportTo: (from: Site, to: Site, death: Death) => Promise<void>,
    importLast: (at: Site, death: Death) => Promise<unknown>,
  ) {
    const known = await Promise.all(
      all.map(async (site) => ({ site, ...(await findSpace(site.connection, spaceId, Date.now())) })),
    );
    const leaving = known.find(({ move }) => move?.state === 'leaving');
    if (leaving) return cancelExport(leaving.site.connection, { ...common, spaceId });
    const left = known.filter(({ move }) => move?.state === 'left').toSorted((a, b) => b.move!.number - a.move!.number)[0]!;
    const target = all.find(({ serverId }) => serverId === left.move!.toServer)!;
    await exportTo(left.site, target, never);
    await importLast(target, never);
  }
}, 600_000);
