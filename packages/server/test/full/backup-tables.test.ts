import { describe, expect, onTestFinished, test } from 'vitest';
import { storedTables } from '../../src/host/backup/tables.ts';
import { stopDatabases, stores } from '../stores.ts';

describe.each(stores)('on %s', (_, place) => {
  test('a backup contains every column of every table except deployment, in the order of a key', async () => {
    onTestFinished(stopDatabases);
    const { background } = await (await place())();
    const stored = await background.query(
      `select table_name::text || ' ' || column_name from information_schema.columns where table_schema = 'public' order by 1`,
    );
    const expected = stored.map(([name]) => String(name)).filter((name) => !name.startsWith('deployment '));
    const listed = storedTables.flatMap(({ name, columns }) => columns.map((column) => `${name} ${column}`));
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(storedTables.filter(({ key }) => key.length === 0)).toEqual([]);
  });
});
