import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startPostgres, type Settings } from '@parley/testing';
import fc from 'fast-check';
import connect from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { linesOf } from '../../src/host/backup/write.ts';
import type { Row } from '../../src/engine/store/connection.ts';
import { storedTables } from '../../src/host/backup/tables.ts';
import type { StoredTable } from '../../src/engine/store/backup/tables.ts';
import { backedUp, folderOfTest, run } from '../backup-command.ts';

const secret = 'the same for every database of this test';

/** Any text that PostgreSQL can store, and unique, because some columns must be. */
const text = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.uuid())
  .map(([any, unique]) => any.replaceAll('\0', '') + unique);
const instant = fc
  .tuple(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), fc.integer({ min: 0, max: 999 }))
  .map(([date, micros]) => date.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));

const cells: Record<string, fc.Arbitrary<string | number | boolean>> = {
  text,
  uuid: fc.uuid(),
  integer: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  bigint: fc.maxSafeInteger(),
  boolean: fc.boolean(),
  bytea: fc.uint8Array({ maxLength: 40 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
  'timestamp with time zone': instant,
};

/** Some rows of a table. Columns that can be null sometimes are. */
function rowsOf({ columns, types }: StoredTable, optional: ReadonlySet<string>, name: string): fc.Arbitrary<Row[]> {
  const row = fc.tuple(
    ...columns.map((column, i) => {
      const cell = cells[types[i]!]!;
      return optional.has(`${name} ${column}`) ? fc.option(cell, { nil: null }) : cell;
    }),
  );
  return fc.uniqueArray(row, { maxLength: 70, selector: (each) => JSON.stringify(each[0]) });
}

const contentOf = (lines: readonly string[]) => lines.slice(1, -1);

test('a backup survives any moves between the two kinds of database, unchanged', async () => {
  const { url, stop } = await startPostgres();
  onTestFinished(stop);
  const admin = connect(url, { max: 1 });
  onTestFinished(() => admin.end());

  const newPostgres = async (): Promise<Settings> => {
    const name = `parley_${randomUUID().replaceAll('-', '')}`;
    await admin.unsafe(`create database ${name}`);
    return { DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href, PARLEY_SECRET: secret };
  };
  const newFolder = async (): Promise<Settings> => ({
    PARLEY_DATA_DIR: folderOfTest(),
    PARLEY_SECRET: secret,
    PARLEY_MIN_FREE_DISK: '0',
  });
  const restoredTo = async (settings: Settings, lines: AsyncIterable<string> | string[]) => {
    const file = join(folderOfTest(), 'backup');
    await pipeline(Readable.from(lines), createWriteStream(file));
    expect(await run(['restore', file, '--new-secret'], settings)).toMatchObject({ code: 0 });
    return backedUp(settings);
  };
  const withEnds = (lines: string[]) => lines.map((line) => `${line}\n`);

  const empty = await newPostgres();
  await restoredTo(empty, linesOf({ identity: undefined, tables: storedTables, async *rows() {} }, 0));
  const inside = connect(empty['DATABASE_URL']!, { max: 1 });
  const nullable = await inside.unsafe(
    `select table_name || ' ' || column_name as name from information_schema.columns where table_schema = 'public' and is_nullable = 'YES'`,
  );
  await inside.end();
  const optional = new Set(nullable.map(({ name }) => name as string));

  const content = fc.record(Object.fromEntries(storedTables.map((table) => [table.name, rowsOf(table, optional, table.name)])));
  await fc.assert(
    fc.asyncProperty(content, async (tables) => {
      const made = {
        identity: undefined,
        tables: storedTables,
        async *rows({ name }: StoredTable) {
          yield tables[name]!;
        },
      };
      const sources: string[] = [];
      for await (const lines of linesOf(made, 0)) sources.push(lines);
      const first = await restoredTo(await newFolder(), sources);
      expect(contentOf(first).toSorted()).toEqual(contentOf(sources.join('').split('\n').slice(0, -1)).toSorted());
      let last = first;
      for (const next of [newPostgres, newPostgres, newFolder, newFolder]) {
        last = await restoredTo(await next(), withEnds(last));
        expect(contentOf(last)).toEqual(contentOf(first));
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 900_000);
