import { startPostgres, type TestPostgres } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceErrorOf } from '../src/http/errors.ts';
import { openPostgres } from '../src/store/postgres.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test('a statement that does not end gives its connection back, and its caller is told 503', async () => {
  const connection = openPostgres(postgres.url, 1, 200);
  const stuck = connection.query('select pg_sleep(600)');
  const next = connection.query('select 1');
  const error: unknown = await stuck.catch((error: unknown) => error);
  expect(serviceErrorOf(error)).toMatchObject({ code: 'unavailable', status: 503 });
  expect(await next).toEqual([[1]]);
  await connection.close();
});

test('thirty seconds are the longest for what a server asks', async () => {
  const connection = openPostgres(postgres.url, 1);
  expect(await connection.query('show statement_timeout')).toEqual([['30s']]);
  await connection.close();
});
