import { tables } from '../../src/resources/index.ts';
import { randomUUID } from 'node:crypto';
import { getTableColumns, getTableName, type AnyColumn } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, expect, test } from 'vitest';
import { fileStore } from '../../src/resources/files/queries.ts';
import { spaceStore } from '../../src/engine/store/spaces.ts';
import { tablesOfASpace } from '../rows.ts';
import { stopDatabases, stores } from '../stores.ts';

afterAll(stopDatabases);

const portion = { events: 100, bytes: 1_000_000 };

/** A value that the column accepts. */
function anyValue(column: AnyColumn): string {
  const { enumValues } = column;
  if (enumValues?.length) return `'${enumValues[0]}'`;
  const type = column.getSQLType();
  if (type === 'uuid') return `'${randomUUID()}'`;
  if (type === 'boolean') return 'true';
  if (type === 'bytea') return String.raw`'\x00'`;
  return type === 'text' ? "'x'" : '1';
}

/** Inserts a row of a space with a value in every column. */
function insertion(table: PgTable, spaceId: string): string {
  const columns = Object.values(getTableColumns(table));
  const values = columns.map((column) => (column.name === 'space_id' ? `'${spaceId}'` : anyValue(column)));
  return `insert into ${getTableName(table)} (${columns.map(({ name }) => name).join(', ')}) values (${values.join(', ')})`;
}

test.each(stores)('the purge of a space deletes its rows in every table, and no others, on %s', async (_, on) => {
  const open = await on();
  const { background, reads } = await open();
  const [gone, staying] = [randomUUID(), randomUUID()];
  for (const table of tablesOfASpace)
    for (const spaceId of [gone, staying]) await background.query(insertion(table, spaceId), []);

  const { purge } = spaceStore(reads, background, tables);
  while (await purge(gone, portion)) continue;
  for (const table of tablesOfASpace) {
    const left = await background.query(`select space_id from ${getTableName(table)}`, []);
    expect([getTableName(table), left.flat()]).toEqual([getTableName(table), [staying]]);
  }
});

test.each(stores)('a purge deletes few chunks of a file at a time, on %s', async (_, on) => {
  const { background, reads } = await (await on())();
  const spaceId = randomUUID();
  await background.query(
    insertion(
      tablesOfASpace.find((table) => getTableName(table) === 'spaces')!,
      spaceId,
    ),
    [],
  );
  await background.query(String.raw`insert into file_chunks select $1::uuid, $2::uuid, n, '\x00' from generate_series(0, 99) n`, [
    spaceId,
    randomUUID(),
  ]);
  const { purge } = spaceStore(reads, background, tables);
  const left = async () => Number((await background.query('select count(*)::int from file_chunks', []))[0]![0]);
  const seen: number[] = [];
  while (await purge(spaceId, portion)) seen.push(await left());
  expect([...seen, await left()]).toEqual([68, 36, 4, 0]);
});

test.each(stores)('the bytes of a deleted file wait until its space has arrived, on %s', async (_, on) => {
  const { background } = await (await on())();
  const spaceId = randomUUID();
  const rowOf = (name: string) =>
    insertion(
      tablesOfASpace.find((table) => getTableName(table) === name)!,
      spaceId,
    );
  await background.query(rowOf('files'), []);
  const { removed } = fileStore(background, background);
  expect(await removed(10)).toEqual([]);
  await background.query(rowOf('space_heads'), []);
  expect(await removed(10)).toMatchObject([{ spaceId }]);
});
