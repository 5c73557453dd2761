import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { catchUpStore } from '../../src/resources/catch-up/queries.ts';
import type { Database } from '../../src/engine/store/database.ts';
import { stopDatabases, stores } from '../stores.ts';

afterAll(stopDatabases);

const kilobyte = 1_000;
const filled = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes) });
const said = (content: string) =>
  JSON.stringify({
    ...{ id: randomUUID(), senderId: randomUUID(), speaker: 'owner', senderName: 'Ada', isOwner: true },
    ...{ content, type: 'text' },
  });

/** A space with these events, from sequence 1. */
async function spaceOf({ reads, background }: Database, events: readonly [event: string, body: string][]) {
  const spaceId = randomUUID();
  for (const [i, [event, body]] of events.entries())
    await background.query('insert into events values ($1::uuid, $2::bigint, $2::bigint, $3, $4)', [spaceId, i + 1, event, body]);
  return { spaceId, store: catchUpStore(reads), span: { spaceId, after: 0, before: events.length + 1 } };
}

const sequencesIn = (rows: readonly { sequence: number }[]) => rows.map(({ sequence }) => sequence);

describe.each(stores)('a catch-up on %s', (_, on) => {
  test('reads changes until they have as many bytes, and nothing of those that it does not show', async () => {
    const events = Array.from({ length: 9 }, (_, i): [string, string] => [
      i % 3 === 0 ? 'artifact' : 'task',
      filled(10 * kilobyte),
    ]);
    const { store, span } = await spaceOf(await (await on())(), events);
    const read = async (rows: number, bytes: number) => {
      const { rows: found, hasMore } = await store.changes(span, { rows, bytes });
      return [sequencesIn(found), found.reduce((sum, { body }) => sum + body.length, 0) > 0, hasMore];
    };
    expect(await read(100, 100 * kilobyte)).toEqual([[9, 8, 7, 6, 5, 4, 3, 2, 1], true, false]);
    expect(await read(100, 15 * kilobyte)).toEqual([[9, 8, 7, 6, 5, 4], true, true]);
    expect(await read(2, 100 * kilobyte)).toEqual([[9, 8], false, true]);
    expect(await read(9, 100 * kilobyte)).toEqual([[9, 8, 7, 6, 5, 4, 3, 2, 1], true, false]);
  });

  test('reads messages until they have as many bytes, and of a long one its beginning and what follows the content', async () => {
    const contents = ['a'.repeat(60 * kilobyte), 'short', '漢'.repeat(20 * kilobyte), 'b'.repeat(12 * kilobyte)];
    const events = contents.map((content): [string, string] => ['message', said(content)]);
    const { spaceId, store, span } = await spaceOf(await (await on())(), events);
    const read = await store.ofPeople(span, { rows: 100, bytes: 1_000 * kilobyte });
    expect(read.map(({ sequence, body, tail }) => [sequence, body.length, tail])).toEqual([
      [4, events[3]![1].length, null],
      [3, 13_000, '","type":"text"}'],
      [2, events[1]![1].length, null],
      [1, 13_000, '","type":"text"}'],
    ]);
    expect(await store.some(spaceId, [1, 2, 3, 4], 1_000 * kilobyte)).toEqual(read);
    const few = { rows: 100, bytes: 20 * kilobyte };
    expect(sequencesIn(await store.ofPeople(span, few))).toEqual([4, 3]);
    expect(sequencesIn(await store.some(spaceId, [1, 2, 4], few.bytes))).toEqual([4, 2, 1]);
    expect(sequencesIn(await store.some(spaceId, [1, 2, 4], 1))).toEqual([4]);
  });
});
