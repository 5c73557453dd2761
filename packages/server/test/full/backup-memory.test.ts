import { randomUUID } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderOfTest, run } from '../backup-command.ts';
import { onPostgres } from '../databases.ts';

const rows = 128;
const characters = 1_000_000;
/** In MB, less than the rows have. */
const heap = { NODE_OPTIONS: '--max-old-space-size=112' };

test('backups, restores and moves of much larger data than the memory of the command need no more of it', async () => {
  const [from, copy, to] = await Promise.all([onPostgres(), onPostgres(), onPostgres()]);
  onTestFinished(async () => void (await Promise.all([from, copy, to].map((place) => place.remove()))));
  const spaceId = randomUUID();
  for (const { sql } of [from, to]) await sql(`insert into deployment (id, secret_fingerprint) values (1, 'same')`);
  await from.sql(
    `insert into spaces (space_id, owner_id, name, description, privacy, created_ms, expires_ms) values ('${spaceId}', '${spaceId}', 'S', '', 'public', 1, 9000000000000)`,
  );
  await from.sql(
    `insert into space_heads (space_id, rev, sequence, last_ms, closed, expires_ms) values ('${spaceId}', 1, 0, 1, false, 9000000000000)`,
  );
  // Small ones first: how many rows are read at once depends on how large the last ones were.
  for (const [via, size, count] of [
    ['create', 10, 300],
    ['write', characters, rows],
  ] as const) {
    await from.sql(
      `insert into artifact_versions (space_id, artifact_id, version, author_id, author_name, at_ms, bytes, sha256, via, content)
       select '${spaceId}', '${spaceId}', n + ${count === rows ? 300 : 0}, '${spaceId}', 'Ada', 1, ${size}, '', '${via}', repeat('x', ${size}) from generate_series(1, ${count}) n`,
    );
  }
  const counted = ({ sql }: typeof from) =>
    sql('select count(*)::int as rows, sum(length(content))::int as characters from artifact_versions');
  const expected = await counted(from);
  expect(expected).toEqual([{ rows: 300 + rows, characters: 3_000 + rows * characters }]);

  const folder = folderOfTest();
  const [backup, space] = [join(folder, 'backup'), join(folder, 'space')];
  const succeeds = async (words: string[], { settings }: typeof from) =>
    expect(await run(words, { ...settings, ...heap })).toMatchObject({ code: 0 });
  await succeeds(['backup', '--out', backup], from);
  expect(statSync(backup).size).toBeGreaterThan(rows * characters);
  await succeeds(['restore', backup, '--new-secret'], copy);
  expect(await counted(copy)).toEqual(expected);
  const [{ server_id: serverId }] = (await to.sql('select server_id from deployment')) as [{ server_id: string }];
  await succeeds(['export-space', spaceId, '--to', serverId, '--out', space], from);
  await succeeds(['import-space', space], to);
  expect(await counted(to)).toEqual(expected);
});

test('what a killed backup leaves beside its file is deleted by the next one, and what a running one writes is not', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const folder = folderOfTest();
  const gone = 2 ** 30;
  const [left, used] = [`backup.${gone}.part`, `backup.${process.pid}.part`];
  for (const name of [left, used, `other.${gone}.part`]) writeFileSync(join(folder, name), '');
  expect(await run(['backup', '--out', join(folder, 'backup')], place.settings)).toMatchObject({ code: 0 });
  expect(readdirSync(folder).toSorted()).toEqual(['backup', used, `other.${gone}.part`]);
});
