import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Connection } from '../../../src/engine/store/connection.ts';
import { openEmbedded } from '../../../src/engine/store/embedded/open.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const migrationsFolder = fileURLToPath(new URL('../../fixtures/embedded/migrations', import.meta.url));
const inMemory = () => openEmbedded({ dataDir: null, migrationsFolder });

const recursion = 'create function forever(int) returns int language sql as $$ select forever($1 + 1) + 1 $$';

let database: Connection;
beforeAll(async () => {
  database = await inMemory();
});
afterAll(() => database.close());

test('rows come as arrays of numbers, booleans, nulls and texts', async () => {
  const id = '0b1c2d3e-0000-4000-8000-000000000000';
  const row = `select 1::int2, 2::int4, 9007199254740991::int8, 0.5::float8, true, false, null, 'a', '${id}'::uuid, 1.10::numeric`;
  expect(await database.query(row)).toEqual([[1, 2, 9007199254740991, 0.5, true, false, null, 'a', id, '1.10']]);
});

test('after the migrations, json and timestamps are still returned as text', async () => {
  await database.query("insert into notes (id, body, at) values (1, $1, '2026-01-02T03:04:05Z')", ['{"a":[1]}']);
  expect(await database.query('select id, body, body::text::json, at from notes')).toEqual([
    [1, '{"a": [1]}', '{"a": [1]}', '2026-01-02 03:04:05+00'],
  ]);
});

test('parameters pass as strings, numbers, booleans and nulls', async () => {
  const text = 'select $1::text, $2::int8, $3::float8, $4::bool, $5::bool, $6::text';
  const row = ['ü\'\\"\n', 1763683200000, 0.25, true, false, null];
  expect(await database.query(text, row)).toEqual([row]);
});

test('array literals pass unchanged', async () => {
  const text = 'select * from unnest($1::text[], $2::bool[], $3::int8[])';
  expect(await database.query(text, ['{"a b","c\\"d",NULL}', '{t,f,NULL}', '{1,2,3}'])).toEqual([
    ['a b', true, 1],
    ['c"d', false, 2],
    [null, null, 3],
  ]);
});

test('an error contains SQLSTATE, detail and constraint, and the statements around it are answered', async () => {
  const insert = 'insert into labels (name) values ($1)';
  await database.query(insert, ['taken']);
  const answers = await Promise.allSettled([
    database.query('select 1'),
    database.query(insert, ['taken']),
    database.query('selec 2'),
    database.query('select $1::int', ['two']),
    database.query(insert, ['free']),
    database.query('select count(*) from labels'),
  ]);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.code))).toEqual([
    [[1]],
    '23505',
    '42601',
    '22P02',
    [],
    [[2]],
  ]);
  await expect(database.query(insert, ['taken'])).rejects.toMatchObject({
    message: 'duplicate key value violates unique constraint "labels_name_unique"',
    detail: 'Key (name)=(taken) already exists.',
    constraint_name: 'labels_name_unique',
  });
});

test('statements are prepared once, and their number is bounded', async () => {
  const hot = 'select 1, name from pg_prepared_statements where statement = $1';
  const first = await database.query(hot, ['select 1, name from pg_prepared_statements where statement = $1']);
  expect(await database.query(hot, [hot])).toEqual(first);
  for (let i = 0; i < 600; i++) expect(await database.query(`select ${i}`)).toEqual([[i]]);
  const [[count] = []] = await database.query('select count(*) from pg_prepared_statements');
  expect(count).toBeLessThanOrEqual(500);
});

test('a heavy statement does not block the event loop', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await database.query('select count(*) from generate_series(1, 2000000)');
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(1);
});

test('if the thread dies, waiting and later statements are refused and close still works', async () => {
  const doomed = await inMemory();
  await doomed.query(recursion);
  const answers = await Promise.allSettled([
    doomed.query('select 1'),
    doomed.query('select forever(1)'),
    doomed.query('select 2'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(doomed.query('select 3')).rejects.toThrow(/^The embedded database stopped: .+$/);
  await doomed.close();
});

test('a transaction left open stops the database instead of including later statements', async () => {
  const doomed = await inMemory();
  await expect(doomed.query('begin')).rejects.toThrow('did not end with its transaction');
  await doomed.close();
});

test('close answers waiting statements, refuses later ones and can be repeated', async () => {
  const closing = await inMemory();
  const waiting = closing.query('select 1');
  const closed = closing.close();
  await expect(closing.query('select 2')).rejects.toThrow('The embedded database is closed.');
  expect(await waiting).toEqual([[1]]);
  await closed;
  await closing.close();
});
