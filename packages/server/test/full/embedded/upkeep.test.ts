import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startInMemory } from '../../../src/engine/store/embedded/pglite.ts';
import { Statements } from '../../../src/engine/store/embedded/statements.ts';
import { EmbeddedUpkeep } from '../../../src/engine/store/embedded/upkeep.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let pg: PGlite;
let statements: Statements;
beforeAll(async () => {
  pg = await startInMemory((reason) => {
    throw new Error(reason);
  });
  statements = new Statements(pg);
  await statements.run('create table kept (id int primary key, filler text)');
});
afterAll(() => pg.close());

const checkpoint = async () => JSON.stringify(await statements.run('select redo_lsn from pg_control_checkpoint()'));
const vacuumed = () => statements.run("select vacuum_count, analyze_count from pg_stat_user_tables where relname = 'kept'");
const write = async (from: number, to: number) => {
  await statements.run("insert into kept select n, repeat('x', 700) from generate_series($1::int, $2::int) n", [from, to]);
  await statements.run('select pg_stat_force_next_flush()');
};

test('a round runs with the first statements and again after enough writes', async () => {
  const upkeep = new EmbeddedUpkeep(statements);
  await write(1, 2000);
  const before = await checkpoint();
  await upkeep.after(200);
  expect(await checkpoint()).toBe(before);
  await upkeep.after(200);
  const first = await checkpoint();
  expect(first).not.toBe(before);
  expect(await vacuumed()).toEqual([[1, 1]]);

  await write(2001, 4000);
  await upkeep.after(1000);
  expect(await checkpoint()).toBe(first);

  await write(4001, 90000);
  await upkeep.after(1000);
  expect(await checkpoint()).not.toBe(first);
  expect(await vacuumed()).toEqual([[2, 2]]);
});

test('an unchanged table is left alone', async () => {
  const upkeep = new EmbeddedUpkeep(statements);
  const before = await vacuumed();
  await upkeep.after(1000);
  expect(await vacuumed()).toEqual(before);
});
