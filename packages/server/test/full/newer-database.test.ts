import { runServer, startServer } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openUnchanged } from '../../src/engine/store/embedded/open.ts';
import { databases, type PostgresPlace } from '../databases.ts';

const later = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer release', 4102444800000)`;

test.each(databases)('on %s a server refuses a database that a newer release has upgraded, in one line', async (_, open) => {
  const place = await open();
  onTestFinished(place.remove);
  await (await startServer(place.settings)).stop();
  const folder = place.settings['PARLEY_DATA_DIR'];
  if (folder === undefined) await (place as PostgresPlace).sql(later);
  else {
    const database = await openUnchanged(folder);
    await database.query(later);
    await database.close();
  }
  const { code, stdout, stderr } = await runServer({ ...place.settings, LOG_LEVEL: 'error' });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The database was upgraded by a newer release of Parley[^\n]+2100-01-01[^\n]+\n$/);
});
