import { tables } from '../src/resources/index.ts';
import { randomUUID } from 'node:crypto';
import { newSpace, defaultLimits, delivery, maxFileLinks, space, type Delivery, type SpaceState } from '@parley/core';
import { expect, test } from 'vitest';
import { commit, type Batch, type SpaceCommit } from '../src/engine/store/commit.ts';
import type { Querying } from '../src/engine/store/connection.ts';
import { quotasUsed } from '../src/engine/store/quotas.ts';
import type { Database } from '../src/engine/store/database.ts';
import type { Head } from '../src/engine/store/heads.ts';

const names = { name: '', description: '', privacy: 'public' } as const;
const aNewSpace = () => newSpace({ spaceId: randomUUID(), ownerId: randomUUID(), keyHash: randomUUID(), ...names, ttl: 60 }, 0);
const aBatch = (spaceId: string): SpaceCommit => ({
  spaceId,
  rev: 1,
  bumps: false,
  past: false,
  saved: {},
  forgotten: {},
  events: [{ event: 'message', body: '{}' }],
  places: new Map(),
  erasures: [],
  records: [],
  quotas: [],
  room: { bytes: 2, least: 0, most: 10 },
});

/** The statement has one form for one space, and another for several. */
type Form = 'a statement for each space' | 'one statement for several spaces';
export const forms: readonly Form[] = ['a statement for each space', 'one statement for several spaces'];

/** Stores each space of a batch with a statement of its own. */
async function commitEach(
  connection: Querying,
  from: typeof tables,
  { now, creations, commits }: Batch,
): Promise<Map<string, Head>> {
  const batches = [
    ...creations.map((creation) => ({ now, creations: [creation], commits: [] })),
    ...commits.map((each) => ({ now, creations: [], commits: [each] })),
  ];
  const heads = [];
  for (const batch of batches) heads.push(...(await commit(connection, from, batch)));
  return new Map(heads);
}

/** What the fence promises on a database, whatever the form of the statement. */
export function fenceHolds(on: string, form: Form, given: () => Promise<() => Promise<Database>>): void {
  const where = `on ${on}, with ${form}`;
  const store = form === forms[0] ? commitEach : commit;
  test(`${where}, a decided stores nothing unless its space is in the state that it was decided on`, async () => {
    const others = 2;
    const { background } = await (await given())();
    const [state, ...beside] = Array.from({ length: others + 1 }, aNewSpace) as [SpaceState, ...SpaceState[]];
    const { spaceId } = state.space;
    const creations = [state, ...beside].map((each) => ({ state: each, sideRows: {} }));
    await store(background, tables, { now: 0, creations, commits: [] });
    const decided = aBatch(spaceId);
    const passes = async (now: number, fields: Partial<SpaceCommit> = {}) => {
      const room = { ...decided.room, most: 1_000 };
      const bystanders = beside.map((each) => ({ ...aBatch(each.space.spaceId), past: now >= 60_000, room }));
      const passed = await store(background, tables, { now, creations: [], commits: [...bystanders, { ...decided, ...fields }] });
      expect(passed.size - Number(passed.has(spaceId))).toBe(others);
      return passed.has(spaceId);
    };

    expect(await passes(59_999)).toBe(true);
    expect(await passes(59_999, { rev: 2 })).toBe(false);
    expect(await passes(60_000)).toBe(false);
    expect(await passes(59_999, { past: true })).toBe(false);
    expect(await passes(59_999, { room: { ...decided.room, most: 1 } })).toBe(false);
    expect(await passes(59_999, { room: { ...decided.room, least: 3 } })).toBe(false);
    expect(await passes(59_999, { saved: { spaces: [space.close(state.space, 1)] } })).toBe(true);
    expect(await passes(59_999)).toBe(false);
    expect(await background.query(`select count(*)::int from events where space_id = '${spaceId}'`)).toEqual([[2]]);
  });

  test(`${where}, a decided stores nothing if a delivery has changed, and the others of its batch are stored`, async () => {
    const { background } = await (await given())();
    const states = [aNewSpace(), aNewSpace()];
    const [here, there] = states.map(({ space: { spaceId } }) => spaceId) as [string, string];
    await store(background, tables, { now: 0, creations: states.map((state) => ({ state, sideRows: {} })), commits: [] });
    const stored = async (...batches: [spaceId: string, ...deliveries: Delivery[]][]) => {
      const commits = batches.map(([spaceId, ...deliveries]) => ({
        ...{ ...aBatch(spaceId), saved: { deliveries }, room: { bytes: 0, least: 0, most: 0 } },
        places: new Map(deliveries.map(({ deliveryId }) => [deliveryId, 1])),
      }));
      return [...(await store(background, tables, { now: 1, creations: [], commits })).keys()];
    };
    const made = { messageId: randomUUID(), senderId: randomUUID(), participantId: randomUUID(), expects: 'ack' } as const;
    const queued = () => delivery.queue({ ...made, deliveryId: randomUUID() }, 0);
    const [one, two, other] = [queued(), queued(), queued()];
    const first = { version: 1 };
    const second = { version: 2 };
    const third = { version: 3 };
    expect(await stored([here, one, two], [there, other])).toHaveLength(2);

    expect(await stored([here, { ...one, ...first }])).toEqual([here]);
    expect(await stored([here, { ...one, ...first }])).toEqual([]);
    expect(await stored([here, { ...one, ...first }, { ...two, ...first }], [there, { ...other, ...first }])).toEqual([there]);
    expect(await stored([there, { ...one, ...second }])).toEqual([]);
    expect(await stored([here, { ...one, ...second }], [there])).toHaveLength(2);
    expect(await stored([here, { ...one, ...second }], [there])).toEqual([there]);
    expect(await stored([here, { ...queued(), ...first }])).toEqual([]);
    expect(await stored([here, { ...one, ...third }, { ...two, ...first }])).toEqual([here]);
    const rows = await background.query(
      `select space_id = '${here}', sequence::int, version from deliveries order by space_id = '${here}', version`,
    );
    expect(rows).toEqual([
      [false, 1, 2],
      [true, 1, 2],
      [true, 1, 4],
    ]);
  });

  test(`${where}, a decided stores nothing if it adds too many open deliveries to those of a sender to an addressee`, async () => {
    const { background } = await (await given())();
    const states = [aNewSpace(), aNewSpace()];
    const [here, there] = states.map(({ space: { spaceId } }) => spaceId) as [string, string];
    await store(background, tables, { now: 0, creations: states.map((state) => ({ state, sideRows: {} })), commits: [] });
    const limits = { ...defaultLimits, openDeliveriesPerSender: 3 };
    const made = { messageId: randomUUID(), senderId: randomUUID(), participantId: randomUUID(), expects: 'ack' } as const;
    const queued = (fields = {}) => delivery.queue({ ...made, ...fields, deliveryId: randomUUID() }, 0);
    const stored = async (...batches: [spaceId: string, ...deliveries: Delivery[]][]) => {
      const commits = batches.map(([spaceId, ...deliveries]) => ({
        ...{ ...aBatch(spaceId), saved: { deliveries }, room: { bytes: 0, least: 0, most: 0 } },
        places: new Map(deliveries.map(({ deliveryId }) => [deliveryId, 1])),
        quotas: quotasUsed(tables, { deliveries }, limits),
      }));
      return [...(await store(background, tables, { now: 1, creations: [], commits })).keys()];
    };
    const [one, two] = [queued(), queued()];
    const other = { senderId: randomUUID() };
    expect(await stored([here, queued(), queued(), queued(), queued()])).toEqual([]);
    expect(await stored([here, one, two])).toEqual([here]);
    expect(await stored([here, queued(), queued()], [there, queued(), queued(), queued()])).toEqual([there]);
    expect(await stored([here, queued()])).toEqual([here]);
    expect(await stored([here, queued()])).toEqual([]);
    expect(await stored([here, queued(other), queued(other), queued(other)])).toEqual([here]);
    expect(await stored([here, queued({ participantId: randomUUID() })])).toEqual([here]);
    expect(await stored([here, { ...delivery.claim(one, { leaseId: randomUUID(), expiresAt: 9 }, 1), version: 1 }])).toEqual([
      here,
    ]);
    expect(await stored([here, queued()])).toEqual([]);
    expect(await stored([here, { ...delivery.withdraw(two, 1), version: 1 }])).toEqual([here]);
    expect(await stored([here, queued()])).toEqual([here]);
  });

  test(`${where}, a decided stores nothing if its space would have too many links to files that still work`, async () => {
    const { background } = await (await given())();
    const states = [aNewSpace(), aNewSpace()];
    const [here, there] = states.map(({ space: { spaceId } }) => spaceId) as [string, string];
    await store(background, tables, { now: 0, creations: states.map((state) => ({ state, sideRows: {} })), commits: [] });
    const stored = async (now: number, ...batches: [spaceId: string, links: number, expiresAt: number][]) => {
      const commits = batches.map(([spaceId, links, expiresAt]) => {
        const made = { fileId: randomUUID(), participantId: randomUUID(), expiresAt };
        const fileLinks = Array.from({ length: links }, () => ({ ...made, linkHash: randomUUID() }));
        const quotas = quotasUsed(tables, { fileLinks }, defaultLimits);
        return { ...aBatch(spaceId), saved: { fileLinks }, room: { bytes: 0, least: 0, most: 0 }, quotas };
      });
      return [...(await store(background, tables, { now, creations: [], commits })).keys()];
    };
    expect(await stored(1, [here, maxFileLinks + 1, 9])).toEqual([]);
    expect(await stored(1, [here, maxFileLinks - 1, 9])).toEqual([here]);
    expect(await stored(1, [here, 2, 99], [there, 2, 99])).toEqual([there]);
    expect(await stored(1, [here, 1, 99])).toEqual([here]);
    expect(await stored(8, [here, 1, 99])).toEqual([]);
    expect(await stored(9, [here, maxFileLinks, 99])).toEqual([]);
    expect(await stored(9, [here, maxFileLinks - 1, 99])).toEqual([here]);
  });

  test(`${where}, the head of a space expires when its space does after a change, and other spaces keep their end`, async () => {
    const { background } = await (await given())();
    const states = [aNewSpace(), aNewSpace()];
    const [here, there] = states.map(({ space: { spaceId } }) => spaceId) as [string, string];
    await store(background, tables, { now: 0, creations: states.map((state) => ({ state, sideRows: {} })), commits: [] });
    const longer = space.update(states[0]!.space, { ttl: 100 }, 1_000);
    const passed = async (now: number, ...commits: SpaceCommit[]) => [
      ...(await store(background, tables, { now, creations: [], commits })).keys(),
    ];
    const both = await passed(1_000, { ...aBatch(here), bumps: true, saved: { spaces: [longer] } }, aBatch(there));
    expect(both.toSorted()).toEqual([here, there].toSorted());
    expect(await passed(60_000, { ...aBatch(here), rev: 2 }, aBatch(there))).toEqual([here]);
    expect(await passed(101_000, { ...aBatch(here), rev: 2 })).toEqual([]);
    const rows = await background.query(
      `select s.expires_ms, h.expires_ms from spaces s join space_heads h using (space_id) where space_id = '${here}'`,
    );
    expect(rows).toEqual([[101_000, 101_000]]);
  });
}
