import { randomUUID } from 'node:crypto';
import { getTableColumns, getTableName, type AnyColumn } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, expect, test } from 'vitest';
import { spaceStore } from '../src/store/spaces.ts';
import { tablesOfASpace } from './rows.ts';
import { stopDatabases, stores } from './stores.ts';

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

  const { purge } = spaceStore(reads, background);
  while (await purge(gone, portion)) continue;
  for (const table of tablesOfASpace) {
    const left = await background.query(`select space_id from ${getTableName(table)}`, []);
    expect([getTableName(table), left.flat()]).toEqual([getTableName(table), [staying]]);
  }
});
