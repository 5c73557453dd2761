import { tables } from '../../src/resources/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Row } from '../../src/engine/store/connection.ts';
import type { Database } from '../../src/engine/store/database.ts';
import { artifactStore } from '../../src/resources/artifacts/queries.ts';
import { deliveryStore } from '../../src/resources/deliveries/queries.ts';
import { deploymentStore } from '../../src/engine/store/deployment.ts';
import { idempotencyStore } from '../../src/engine/store/idempotency.ts';
import { membershipStore } from '../../src/resources/account/memberships.ts';
import { spaceStore } from '../../src/engine/store/spaces.ts';
import { maxWorkingTokens, userTokenStore } from '../../src/account/user-tokens.ts';
import { stopDatabases, stores } from '../stores.ts';

const run = ({ background }: Database, text: string): Promise<Row[]> => background.query(text);
const count = async (database: Database, from: string) =>
  Number((await run(database, `select count(*)::int from ${from}`))[0]![0]);

/** Rows like those that a server writes. */
async function addSpaces(database: Database, spaces: { id: string; endedMs?: number; events?: number; bytes?: number }[]) {
  for (const { id, endedMs, events = 0, bytes = 10 } of spaces) {
    await run(
      database,
      `insert into spaces values ('${id}', '${id}', 'Space', '', null, 'public', 1, 2, ${endedMs ?? 'null'}, ${endedMs === undefined ? 'null' : `'expired'`})`,
    );
    await run(database, `insert into space_heads values ('${id}', 1, ${events}, 1, ${endedMs !== undefined}, 2, 0)`);
    await run(
      database,
      `insert into participants values ('${id}', '${id}', 0, 'A', 'r', true, false, 'active', 'h', null, true, null)`,
    );
    await run(
      database,
      `insert into events select '${id}', n, n, 'message', repeat('x', ${bytes}) from generate_series(1, ${events}) n`,
    );
  }
}

afterAll(stopDatabases);

describe.each(stores)('on %s', (_, given) => {
  test('concurrent purges by several processes leave nothing behind, whenever one of them stops', { repeats: 3 }, async () => {
    const open = await given();
    const [one, two, look] = [await open(), await open(), await open()];
    const ids = Array.from({ length: 3 }, () => randomUUID());
    await addSpaces(
      one,
      ids.map((id) => ({ id, endedMs: 5, events: 5_000 })),
    );
    const purge = async (database: Database, most: number) => {
      const { purge } = spaceStore(database.reads, database.background, tables);
      for (const id of ids) for (let i = 0; i < most && (await purge(id, { events: 500, bytes: 1e6 })); i += 1);
    };
    const orphans = async () => count(look, 'events e where e.space_id not in (select space_id from spaces)');
    let done = false;
    const watching = (async () => {
      const seen = [];
      while (!done) seen.push(await orphans());
      return seen;
    })();
    await Promise.all([purge(one, 3), purge(two, 5), purge(one, 2)]);
    await purge(two, Infinity);
    done = true;
    expect(Math.max(...(await watching))).toBe(0);
    for (const table of ['spaces', 'space_heads', 'participants', 'events']) expect(await count(look, table)).toBe(0);
  });

  test('purging also limits the bytes of a portion, and never touches an open space', async () => {
    const database = await (await given())();
    const { purge, endedBefore } = spaceStore(database.reads, database.background, tables);
    const [large, open] = [randomUUID(), randomUUID()];
    await addSpaces(database, [
      { id: large, endedMs: 5, events: 10, bytes: 1_000 },
      { id: open, events: 3 },
    ]);
    expect(await purge(large, { events: 100, bytes: 2_500 })).toBe(true);
    expect(await count(database, `events where space_id = '${large}'`)).toBe(7);
    expect((await endedBefore(9, 10, 9)).map(({ spaceId }) => spaceId)).toEqual([large]);
    while (await purge(large, { events: 100, bytes: 2_500 }));
    expect(await endedBefore(9, 10, 9)).toEqual([]);
    expect(await purge(open, { events: 100, bytes: 2_500 })).toBe(false);
    expect(await count(database, 'events')).toBe(3);
  });

  test('deliveries of an ended space are purged in portions too, and its expired leases are not due meanwhile', async () => {
    const database = await (await given())();
    const { purge } = spaceStore(database.reads, database.background, tables);
    const { dropLeases, spacesWithLeasesDue } = deliveryStore(database.reads, database.background);
    const [ended, open] = [randomUUID(), randomUUID()];
    await addSpaces(database, [{ id: ended, endedMs: 5, events: 1 }, { id: open }]);
    for (const id of [ended, open]) {
      await run(
        database,
        `insert into deliveries (space_id, delivery_id, message_id, sequence, sender_id, participant_id, expects, state, attempt, lease_id,
         lease_expires_ms, created_ms, version) select '${id}', gen_random_uuid(), '${id}', n, '${id}', '${id}', 'reply', 'claimed', 1,
         '${id}', 7, 1, 1 from generate_series(1, 25) n`,
      );
    }
    expect(await dropLeases(6, 10)).toBe(0);
    for (const dropped of [10, 10, 5, 0]) expect(await dropLeases(7, 10)).toBe(dropped);
    expect(await spacesWithLeasesDue(7, 100)).toHaveLength(25);
    for (const left of [15, 5]) {
      expect(await purge(ended, { events: 10, bytes: 1_000 })).toBe(true);
      expect(await count(database, `deliveries where space_id = '${ended}'`)).toBe(left);
    }
    expect(await purge(ended, { events: 10, bytes: 1_000 })).toBe(false);
    expect(await count(database, `deliveries`)).toBe(25);
    expect(await count(database, `spaces`)).toBe(1);
  });

  test('expired records free their bytes in their spaces once, and those of users are deleted too', async () => {
    const open = await given();
    const [one, two] = [await open(), await open()];
    const [space, user] = [randomUUID(), randomUUID()];
    await addSpaces(one, [{ id: space }]);
    await run(one, `update space_heads set bytes = 1000 + 300 * 7`);
    for (const id of [space, user]) {
      await run(
        one,
        `insert into idempotency_records select '${id}', n, '', 200, repeat('s', 7), 10 from generate_series(1, 300) n`,
      );
    }
    await run(one, `insert into idempotency_records values ('${space}', 'fresh', '', 200, 'fresh', 99)`);
    const remove = async (database: Database) => {
      let removed = 0;
      const { removeExpired } = idempotencyStore(database.reads, database.background);
      for (let some = 1; some > 0; removed += some) some = await removeExpired(50, 50);
      return removed;
    };
    const removed = await Promise.all([remove(one), remove(two)]);
    await remove(one);
    expect(removed[0] + removed[1]).toBeLessThanOrEqual(600);
    expect(await count(one, 'idempotency_records')).toBe(1);
    expect(await run(one, 'select bytes from space_heads')).toEqual([[1_000]]);
  });

  test('expired locks are returned oldest first, so that none starves', async () => {
    const database = await (await given())();
    const due = [50, 10, 40, 20, 30].map((at) => ({ id: randomUUID(), at }));
    await addSpaces(database, due);
    for (const { id, at } of due) {
      await run(
        database,
        `insert into artifacts (space_id, artifact_id, position, name, version, created_by, updated_by, created_ms, updated_ms, lock_expires_ms)
         values ('${id}', '${id}', 0, 'A', 1, '${id}', '${id}', 1, 1, ${at})`,
      );
    }
    const found = await artifactStore(database.reads, database.querying).spacesWithLocksDue(45, 3);
    expect(found.map(({ spaceId }) => due.find(({ id }) => id === spaceId)!.at)).toEqual([10, 20, 30]);
  });

  test('the newest key is returned, whatever secret older ones belong to', async () => {
    const database = await (await given())();
    const { newestKey } = deploymentStore(database.reads);
    expect(await newestKey()).toBeUndefined();
    const ids = Array.from({ length: 3 }, () => randomUUID());
    for (const at of [2, 3, 1]) {
      await addSpaces(database, [{ id: ids[at - 1]! }]);
      await run(database, `update spaces set created_ms = ${at} where space_id = '${ids[at - 1]}'`);
    }
    expect(await newestKey()).toMatchObject({ spaceId: ids[2] });
  });

  test('the lists of a user are paginated, newest first, without gaps and duplicates', async () => {
    const database = await (await given())();
    const user = randomUUID();
    const ids = Array.from({ length: 10 }, () => randomUUID());
    await addSpaces(
      database,
      ids.map((id) => ({ id })),
    );
    // Three were created in one millisecond.
    const at = (i: number) => (i >= 3 && i <= 5 ? 3 : i);
    for (const [i, id] of ids.entries()) {
      await run(database, `insert into memberships values ('${user}', '${id}', '${id}', ${at(i)})`);
      await run(
        database,
        `insert into user_tokens values ('${user}', '${id}', 'T', 'p', '${id}', ${at(i)}, null, ${i % 2 ? 1 : 'null'})`,
      );
    }
    const tokens = userTokenStore(database.reads, database.background);
    const lists = [membershipStore(database.reads).of, tokens.of] as ((
      userId: string,
      page: { limit: number; before?: number },
    ) => Promise<{ createdAt: number }[]>)[];
    for (const list of lists) {
      const sizes = [];
      const read = [];
      for (let before: number | undefined; ;) {
        const page = await list(user, { limit: 2, ...(before !== undefined && { before }) });
        if (page.length === 0) break;
        sizes.push(page.length);
        read.push(...page.map(({ createdAt }) => createdAt));
        before = read.at(-1);
      }
      expect(read).toEqual([9, 8, 7, 6, 3, 3, 3, 2, 1, 0]);
      expect(sizes).toEqual([2, 2, 3, 2, 1]);
    }
    expect((await tokens.of(user, { limit: 3, state: 'working' })).map(({ createdAt }) => createdAt)).toEqual([8, 6, 3]);
  });

  test('a user can have a limited number of valid tokens, and a new one for each revoked one', async () => {
    const database = await (await given())();
    const { add, revoke } = userTokenStore(database.reads, database.background);
    const [user, other] = [randomUUID(), randomUUID()];
    await run(
      database,
      `insert into user_tokens select '${user}', gen_random_uuid(), 'T', 'p', 'h' || n, n, null, null from generate_series(2, ${maxWorkingTokens}) n`,
    );
    const token = (userId: string) => ({
      userId,
      tokenId: randomUUID(),
      name: 'T',
      prefix: 'p',
      tokenHash: randomUUID(),
      createdAt: 1,
    });
    const record = { scope: 's', digest: '', status: 201, sealed: '', expiresAt: 9 };
    const last = token(user);
    expect([await add(last, undefined), await add(token(user), record), await add(token(other), undefined)]).toEqual([
      true,
      undefined,
      true,
    ]);
    expect(await count(database, 'idempotency_records')).toBe(0);
    await revoke(user, last.tokenId, 5, undefined);
    expect([await add(token(user), record), await add(token(user), record)]).toEqual([true, undefined]);
  });
});
