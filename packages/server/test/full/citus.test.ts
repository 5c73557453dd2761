import { tables as spaceTables } from '../../src/resources/index.ts';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  ask,
  createArtifact,
  meeting,
  runServer,
  startCitus,
  startServer,
  type Settings,
  type TestServer,
} from '@parley/testing';
import { getTableName } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { slotCounts } from '../../src/engine/write/connection-slots.ts';
import { distributedTables, type DatabaseKind } from '../../src/engine/store/citus.ts';
import { openDatabase, type Database } from '../../src/engine/store/database.ts';
import { migrationsBefore } from '../../src/engine/store/migrations.fixture.ts';
import { migratePostgres, openPostgres } from '../../src/engine/store/postgres.ts';
import { storesOf } from '../stores.ts';
import { backedUp, folderOfTest, rowsIn, run } from '../backup-command.ts';
import { workersOf } from '../crew.ts';
import { onPostgres } from '../databases.ts';
import { fenceHolds, forms } from '../fence-holds.ts';
import { Reader } from '../reader.ts';
import { tablesOfASpace } from '../rows.ts';
import { answersOf, emptyAnswers } from '../store-operations.ts';

const citus = await startCitus();
if (typeof citus === 'string') console.warn(`SKIPPED: the fence, races, crashes and backups on Citus, because ${citus}`);
const tablesOfSpaces = distributedTables(spaceTables);
const cluster = typeof citus === 'string' ? undefined : citus;

let shared: Promise<Database> | undefined;

async function opened(url: string | undefined, kind?: DatabaseKind): Promise<Database> {
  return openDatabase({
    url,
    kind,
    dataDir: null,
    tables: spaceTables,
    slots: slotCounts,
    floor: { bytes: 0, crossed: () => {} },
  });
}

/** The database that most tests share, without rows. */
async function emptied(): Promise<Database> {
  const database = await (shared ??= opened(cluster!.url));
  await database.background.query(`truncate ${tablesOfSpaces.join(', ')}`);
  return database;
}

afterAll(async () => {
  await (await shared)?.close();
  await cluster?.stop();
});

const settingsAt = (url: string): Settings => ({
  DATABASE_URL: url,
  PARLEY_SECRET: 'the same for every process of the tests',
  PARLEY_RATE_LIMIT: '0',
  PARLEY_PUBLIC_URL: 'https://parley.example',
  LOG_LEVEL: 'warn',
});

test('every table whose rows belong to a space is one that Citus distributes', () => {
  expect(tablesOfSpaces.toSorted()).toEqual(tablesOfASpace.map((table) => getTableName(table)));
});

describe.runIf(cluster)('on Citus', () => {
  const given = async () => {
    const database = await emptied();
    return async () => database;
  };
  fenceHolds('Citus', forms[0]!, given);
  fenceHolds('Citus, at the nodes', forms[0]!, async () => {
    const { slots, ...database } = await emptied();
    return async () => ({ ...database, slots, background: slots[0]! });
  });

  test('processes that start at once distribute the tables of spaces, together and once', async () => {
    const url = await cluster!.newDatabase();
    const databases = await Promise.all([opened(url), opened(url, 'citus'), opened(url)]);
    await Promise.all(databases.map((database) => database.close()));
    const again = await opened(url);
    onTestFinished(() => again.close());
    expect([...databases, again].map(({ isDistributed }) => isDistributed)).toEqual([true, true, true, true]);
    const rows = await again.background.query(
      `select logicalrelid::text, min(colocationid) over () = max(colocationid) over () from pg_dist_partition order by 1`,
    );
    expect(rows).toEqual(tablesOfSpaces.toSorted().map((table) => [table, true]));
    await expect(opened(url, 'postgres')).rejects.toThrow(/^PARLEY_DATABASE is postgres, but [^\n]+$/);
  });

  test('what one node had is distributed with its rows, and migrations that come later change distributed tables', async () => {
    const url = await cluster!.newDatabase();
    const spaceId = randomUUID();
    expect(await migratePostgres(url, migrationsBefore('deleted_artifacts'), { tables: spaceTables, kind: 'postgres' })).toBe(
      'postgres',
    );
    const before = openPostgres(url, 1, { keepsPlans: false });
    onTestFinished(() => before.close());
    const tables = await before.query(
      `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'space_id'`,
    );
    await before.query(`insert into space_heads values ('${spaceId}', 1, 3, 0, false, 99)`);
    await before.query(`insert into events select '${spaceId}', n, n, 'message', '{}' from generate_series(1, 3) n`);
    for (const [table] of tables) await before.query(`select create_distributed_table('${String(table)}', 'space_id')`);

    const database = await opened(url);
    onTestFinished(() => database.close());
    expect(await database.isMigrated()).toBe(true);
    expect(await storesOf(database).events.after(spaceId, 0, 3, { events: 10, bytes: 1_000 })).toMatchObject({
      hasMore: false,
    });
    const [[kept, local] = []] = await database.background.query(
      `select (select count(*)::int from events), (select count(*)::int from pg_dist_partition)`,
    );
    expect([kept, local]).toEqual([3, tablesOfSpaces.length]);
  });

  test('records expire and free their bytes, signals are claimed by one process and pruned, and a space is purged', async () => {
    const database = await emptied();
    const { idempotency, outbox, spaces, deliveries } = storesOf(database);
    const write = (text: string) => database.background.query(text);
    const ids = Array.from({ length: 6 }, () => randomUUID());
    for (const id of ids) {
      await write(`insert into spaces values ('${id}', '${id}', 'S', '', null, 'public', 1, 2, 5, 'closed')`);
      await write(`insert into space_heads values ('${id}', 1, 2, 1, true, 2, 1007)`);
      await write(`insert into events select '${id}', n, n, 'message', '{}' from generate_series(1, 30) n`);
      await write(
        `insert into idempotency_records values ('${id}', 's', '', 200, 'seal' || 'ed!', 1), ('${id}', 'fresh', '', 200, '', 99)`,
      );
      await write(`insert into signals (space_id, signal_id, address_id, is_trial, body, tries, created_ms, due_ms)
        select '${id}', gen_random_uuid(), '${id}', false, '{}', 0, n, n from generate_series(1, 5) n`);
      await write(`insert into deliveries (space_id, delivery_id, message_id, sequence, sender_id, participant_id, expects, state, attempt, lease_id, lease_expires_ms, created_ms, version)
        values ('${id}', '${id}', '${id}', 1, '${id}', '${id}', 'ack', 'claimed', 1, '${id}', 3, 1, 1)`);
    }
    expect(await idempotency.removeExpired(50, 4)).toBe(4);
    expect(await idempotency.removeExpired(50, 4)).toBe(2);
    expect(await write('select distinct bytes from space_heads')).toEqual([[1_000]]);
    expect(await deliveries.dropLeases(50, 100)).toBe(6);

    const claim = { now: 50, leaseUntil: 100, isTrial: false, isQuick: false, busy: { spaces: [], addresses: [] }, limit: 10 };
    const claims = (await Promise.all([outbox.claim(claim), outbox.claim(claim)])).flat();
    expect(new Set(claims.map(({ signalId }) => signalId)).size).toBe(claims.length);
    expect(new Set(claims.map(({ spaceId }) => spaceId))).toEqual(new Set(ids));
    expect(await outbox.postpone(claims[0]!, 1, 60, false)).toBe(1);
    const address = { spaceId: ids[0]!, addressId: ids[0]! };
    expect(await outbox.rest(address, 70, 200, false)).toBeGreaterThan(0);
    expect(await outbox.resume(address, 90, 200, true)).toBeGreaterThan(0);
    expect(await outbox.release(address, 0, false)).toBeGreaterThan(0);
    expect(await outbox.prune(3)).toBe(12);

    expect(await spaces.endedBefore(1_000, 10, 2_000)).toEqual(expect.any(Array));
    for (let more = true; more;) more = await spaces.purge(ids[0]!, { events: 10, bytes: 1_000_000 });
    for (const table of tablesOfSpaces) {
      expect(await write(`select count(*)::int from ${table} where space_id = '${ids[0]}'`)).toEqual([[0]]);
    }
    expect(await write('select count(*)::int from events')).toEqual([[150]]);
  });

  test('every operation of the store answers and stores what it does on one node', async () => {
    const database = await emptied();
    onTestFinished(() => database.background.query('delete from deployment').then(() => {}));
    const oneNode = await opened(undefined);
    onTestFinished(() => oneNode.close());
    const answers = await answersOf(oneNode);
    expect(emptyAnswers(answers)).toEqual([]);
    expect(await answersOf(database)).toEqual(answers);
  });

  test('one of many processes gets a lock or a delivery, and answered writes survive kills, once and in order', async () => {
    await emptied();
    const settings = settingsAt(cluster!.url);
    const servers: TestServer[] = await Promise.all([0, 1].map(() => startServer(settings)));
    onTestFinished(() => Promise.all(servers.map((server) => server.kill())).then(() => {}));
    const { owner, invitation, crew } = await meeting(servers[0]!, 6);
    const [ada, ...others] = crew as [(typeof crew)[0], ...typeof crew];
    const artifactId = await createArtifact(servers[0]!, owner);
    for (let round = 0; round < 8; round += 1) {
      const tries = await Promise.all(crew.map((each, i) => ask(servers[i % 2]!, 'lockArtifact', each, { artifactId })));
      expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 423, 423, 423, 423, 423]);
      await answer(200, servers[round % 2]!, 'unlockArtifact', owner, { artifactId });
      await answer(200, servers[round % 2]!, 'sendMessage', owner, { content: 'Yours', to: [ada.id] });
    }
    const claims = await Promise.all(Array.from({ length: 6 }, (_, i) => ask(servers[i % 2]!, 'claimDelivery', ada)));
    const got = claims.flatMap(({ body }) => body.delivery?.deliveryId ?? []);
    expect(claims.every(({ status }) => status === 200)).toBe(true);
    expect([got.length, new Set(got).size]).toEqual([6, 6]);

    const workers = await workersOf(servers[0]!, others, invitation);
    const reader = new Reader(owner);
    for (let round = 0; round < 4; round += 1) {
      const i = round % 2;
      const load = Promise.all([...workers.map((worker) => worker.work(servers[i]!)), reader.follow(servers[i]!)]);
      await sleep(500);
      await servers[i]!.kill();
      await load;
      for (const worker of workers) await worker.retry(servers[1 - i]!);
      await reader.catchUp(servers[1 - i]!);
      for (const worker of workers) await worker.check(servers[1 - i]!, reader);
      servers[i] = await startServer(settings);
    }
    expect(reader.events.map(({ id }) => id)).toEqual(reader.events.map((_, i) => i + 1));
    expect(reader.polled.map(({ id }) => id)).toEqual(reader.messages.map(({ id }) => id));
  });

  test('a space is searched, paused and redacted on two processes', async () => {
    await emptied();
    const settings = settingsAt(cluster!.url);
    const servers = await Promise.all([0, 1].map(() => startServer(settings)));
    onTestFinished(() => Promise.all(servers.map((server) => server.kill())).then(() => {}));
    const [here, there] = servers as [TestServer, TestServer];
    const { owner, crew } = await meeting(here, 1);
    const [ada] = crew as [(typeof crew)[0]];
    const word = `canary${randomUUID()}`;
    const { messageId } = await answer(200, here, 'sendMessage', ada, { content: `The ${word} of ada` });
    const { taskId } = await answer(200, here, 'createTask', ada, { title: `Find the ${word}`, text: 'soon' });
    const { decisionId } = await answer(200, here, 'createDecision', ada, { title: `Keep the ${word}?` });
    const found = async () => (await answer(200, there, 'searchSpace', owner, { q: word })).results.map(({ id }) => id);
    expect(await found()).toEqual(expect.arrayContaining([messageId, taskId, decisionId]));
    await answer(200, here, 'pauseSpace', owner);
    expect((await ask(there, 'sendMessage', ada, { content: 'x' })).body.code).toBe('paused');
    await answer(200, there, 'redactMessage', ada, { messageId });
    await answer(200, there, 'redactTask', ada, { taskId });
    await answer(200, here, 'redactDecision', ada, { decisionId });
    expect(await found()).toEqual([]);
    await answer(200, there, 'resumeSpace', owner);
    await answer(200, here, 'sendMessage', ada, { content: 'x' });
    const database = await shared!;
    for (const table of ['events', 'tasks', 'task_texts', 'decisions', 'idempotency_records'])
      expect(await database.background.query(`select 1 from ${table} t where strpos(t::text, '${word}') > 0`)).toEqual([]);
  });

  test('a search, a pause and a redaction ask only the node that has their space', async () => {
    await emptied();
    const server = await startServer(settingsAt(cluster!.url));
    onTestFinished(() => server.kill());
    // There, whatever would ask several nodes fails.
    const url = new URL(cluster!.url);
    url.search = `?options=${encodeURIComponent('-c citus.multi_task_query_log_level=error')}`;
    const strict = await opened(url.href);
    await expect(strict.background.query('select count(*) from events')).rejects.toThrow(/multi-task query/);
    await strict.close();
    const routed = await startServer(settingsAt(url.href));
    onTestFinished(() => routed.kill());
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [(typeof crew)[0]];
    const { messageId } = await answer(200, server, 'sendMessage', ada, { content: 'A pelican' });
    const { taskId } = await answer(200, server, 'createTask', ada, { title: 'Feed the pelican' });
    const { decisionId } = await answer(200, server, 'createDecision', ada, { title: 'Keep the pelican?' });
    const artifactId = await createArtifact(server, ada, 'The pelican');
    const comment = { artifactId, version: 1, quote: 'pelican', text: 'Which pelican?' };
    const { commentId } = await answer(200, server, 'createComment', ada, comment);
    const { results } = await answer(200, routed, 'searchSpace', owner, { q: 'pelican' });
    const ids = results.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([messageId, taskId, decisionId, artifactId, commentId]));
    await answer(200, routed, 'pauseSpace', owner);
    expect((await ask(server, 'sendMessage', ada, { content: 'x' })).body.code).toBe('paused');
    await answer(200, routed, 'redactMessage', ada, { messageId });
    await answer(200, routed, 'redactTask', ada, { taskId });
    await answer(200, routed, 'redactDecision', ada, { decisionId });
    await answer(200, routed, 'redactComment', ada, { artifactId, commentId });
    await answer(200, routed, 'resumeSpace', owner);
    await answer(200, server, 'sendMessage', ada, { content: 'x' });
  });

  test('a backup of a running server can be restored into PostgreSQL and into another Citus, and the check names Citus', async () => {
    await emptied();
    const settings = settingsAt(cluster!.url);
    const server = await startServer(settings);
    onTestFinished(() => server.kill());
    const { owner } = await meeting(server, 2);
    let isOver = false;
    const talk = async () => {
      while (!isOver) await answer(200, server, 'sendMessage', owner, { content: randomUUID() });
    };
    const talking = talk();
    const lines = await backedUp(settings).finally(() => (isOver = true));
    await talking;
    const head = rowsIn(lines, 'space_heads').find(({ space_id }) => space_id === owner.spaceId)!;
    const sequences = rowsIn(lines, 'events').flatMap(({ space_id, sequence }) => (space_id === owner.spaceId ? [sequence] : []));
    expect(sequences.length).toBe(head['sequence']);

    const file = join(folderOfTest(), 'backup');
    await writeFile(file, `${lines.join('\n')}\n`);
    const place = await onPostgres();
    onTestFinished(place.remove);
    const other = await cluster!.newDatabase();
    for (const target of [place.settings, settingsAt(other)]) {
      const { code, said } = await run(['restore', file], { ...settings, DATABASE_URL: target['DATABASE_URL']! });
      expect([code, said]).toEqual([0, expect.any(String)]);
      expect((await backedUp({ ...settings, DATABASE_URL: target['DATABASE_URL']! })).slice(1, -1)).toEqual(lines.slice(1, -1));
    }
    const { stdout } = await runServer(settingsAt(other), ['check']);
    expect(stdout).toMatch(/^ok +database: PostgreSQL 15\S*.* with Citus, has all migrations/m);
  });
});
