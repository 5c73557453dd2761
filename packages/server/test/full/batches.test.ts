import { answer, openSpace, startServer, type Server } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../databases.ts';

/** The database counts the spaces that each statement writes to. */
const counting = `
  create table written_spaces (count int);
  create function count_spaces() returns trigger language plpgsql as
    'begin insert into written_spaces select count(distinct space_id) from written; return null; end';
  create trigger created after insert on space_heads referencing new table as written
    for each statement execute function count_spaces();
  create trigger changed after update on space_heads referencing new table as written
    for each statement execute function count_spaces();`;

/** Creates many spaces and sends messages to all of them concurrently. */
async function crowd(server: Server): Promise<void> {
  const owners = await Promise.all(Array.from({ length: 40 }, () => openSpace(server)));
  for (let i = 0; i < 3; i += 1) {
    await Promise.all(owners.map((owner) => answer(200, server, 'sendMessage', owner, { content: `hello ${i}` })));
  }
}

test('no statement writes to more spaces than PARLEY_SPACES_PER_BATCH allows', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const most: unknown[] = [];
  let server = await startServer(place.settings);
  await place.sql(counting);
  for (const setting of ['256', '4', '1']) {
    await server.stop();
    server = await startServer({ ...place.settings, PARLEY_SPACES_PER_BATCH: setting });
    await crowd(server);
    const [counted] = await place.sql(
      'with counted as (delete from written_spaces returning count) select max(count) as most, sum(count)::int as all from counted',
    );
    expect(counted).toMatchObject({ all: 160 });
    most.push(counted!['most']);
  }
  await server.stop();
  expect(most[0]).toBeGreaterThan(4);
  expect(most.slice(1)).toEqual([4, 1]);
});
