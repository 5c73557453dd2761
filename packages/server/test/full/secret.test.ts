import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { answer, openSpace, runServer, startServer, type Settings } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, onEmbedded, onPostgres } from '../databases.ts';

const other = { PARLEY_SECRET: 'another secret of at least thirty-two bytes' };

async function expectRefusal(settings: Settings, says: string): Promise<void> {
  const { code, stdout, stderr } = await runServer({ ...settings, LOG_LEVEL: 'error' });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain(other.PARLEY_SECRET);
}

async function used(settings: Settings) {
  const server = await startServer(settings);
  const owner = await openSpace(server);
  await server.stop();
  return owner;
}

describe.each(databases)('on %s', (_, open) => {
  test('a server does not start with a different secret than that of the keys in its database, and says so in one line', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const owner = await used(place.settings);
    await expectRefusal({ ...place.settings, ...other }, 'PARLEY_SECRET');
    const again = await startServer(place.settings);
    onTestFinished(() => again.stop());
    await answer(200, again, 'getSpace', owner);
  });
});

test('a database from before the fingerprint is checked by its newest key', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  await used(place.settings);
  await place.sql('delete from deployment');
  await expectRefusal({ ...place.settings, ...other }, 'PARLEY_SECRET');
  expect(await place.sql('select * from deployment')).toEqual([]);
  await used(place.settings);
  expect(await place.sql('select * from deployment')).toHaveLength(1);
});

test('of two servers that start on a new database with different secrets, one starts', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const starts = await Promise.allSettled(
    [place.settings, { ...place.settings, ...other }].map((settings) => startServer(settings, () => {})),
  );
  for (const start of starts) if (start.status === 'fulfilled') await start.value.stop();
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('no new secret is created for a database whose keys were derived from a lost one', async () => {
  const place = await onEmbedded();
  onTestFinished(place.remove);
  await used(place.settings);
  await rm(join(place.settings['PARLEY_DATA_DIR']!, 'secret'));
  for (let i = 0; i < 2; i += 1) await expectRefusal(place.settings, join(place.settings['PARLEY_DATA_DIR']!, 'secret'));
});
