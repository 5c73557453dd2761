import { tables } from '../../src/resources/index.ts';
import { statusOf } from '@parley/core';
import { startPostgres, type TestPostgres } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceErrorOf } from '../../src/call/refusal.ts';
import { allMigrations } from '../../src/engine/store/migrations.fixture.ts';
import { migratePostgres, openPostgres } from '../../src/engine/store/postgres.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test('a statement that does not end releases its connection, and its caller gets 503', async () => {
  const connection = openPostgres(postgres.url, 1, { statementTimeoutMs: 2_000 });
  const stuck = connection.query('select pg_sleep(600)');
  const next = connection.query('select 1');
  const error: unknown = await stuck.catch((error: unknown) => error);
  const refusal = serviceErrorOf(error);
  expect([refusal.code, statusOf(refusal)]).toEqual(['unavailable', 503]);
  expect(await next).toEqual([[1]]);
  await connection.close();
});

test('a migration waits for another one without a timeout, whatever the limits of its role', async () => {
  const other = openPostgres(postgres.url, 1);
  const [[role]] = (await other.query('select current_user')) as [[string]];
  for (const limit of ['statement_timeout', 'lock_timeout']) await other.query(`alter role "${role}" set ${limit} = '200ms'`);
  await other.query('select pg_advisory_lock(7027539)');
  const migrating = migratePostgres(postgres.url, allMigrations, { tables });
  await expect
    .poll(() => other.query("select count(*)::int from pg_locks where locktype = 'advisory' and not granted"))
    .toEqual([[1]]);
  await Promise.race([migrating, sleep(1_000)]);
  await other.query('select pg_advisory_unlock(7027539)');
  await migrating;
  await other.query(`alter role "${role}" reset all`);
  await other.close();
});

test('a statement of a server can take at most thirty seconds', async () => {
  const connection = openPostgres(postgres.url, 1);
  expect(await connection.query('show statement_timeout')).toEqual([['30s']]);
  await connection.close();
});
