import { randomUUID } from 'node:crypto';
import { defaultLimits, delivery, space, type Delivery, type SpaceState } from '@parley/core';
import { afterAll, expect, test } from 'vitest';
import { commit, type SpaceCommit } from '../src/store/commit.ts';
import { crowdsIn } from '../src/store/crowds.ts';
import { stopDatabases, stores } from './stores.ts';

afterAll(stopDatabases);

const names = { name: '', description: '', privacy: 'public' } as const;
const newSpace = () =>
  space.create({ spaceId: randomUUID(), ownerId: randomUUID(), keyHash: randomUUID(), ...names, ttl: 60 }, 0);
const aTurn = (spaceId: string): SpaceCommit => ({
  spaceId,
  rev: 1,
  bumps: false,
  past: false,
  saved: {},
  forgotten: {},
  events: [{ event: 'message', body: '{}' }],
  places: new Map(),
  records: [],
  crowds: [],
  room: { bytes: 2, least: 0, most: 10 },
});

/** The statement has one form for one space, and another for several. */
const batches = [
  ['alone', 0],
  ['in a batch', 2],
] as const;
const eachWay = stores.flatMap(([name, given]) => batches.map(([how, others]) => [name, how, { given, others }] as const));

test.each(eachWay)('on %s, %s, a turn stores nothing unless its space is in the state that it was decided on', async (...way) => {
  const [, , { given, others }] = way;
  const { background } = await (await given())();
  const [state, ...beside] = Array.from({ length: others + 1 }, newSpace) as [SpaceState, ...SpaceState[]];
  const { spaceId } = state.space;
  const creations = [state, ...beside].map((each) => ({ state: each, beside: {} }));
  await commit(background, { now: 0, creations, commits: [] });
  const turn = aTurn(spaceId);
  const passes = async (now: number, fields: Partial<SpaceCommit> = {}) => {
    const room = { ...turn.room, most: 1_000 };
    const bystanders = beside.map((each) => ({ ...aTurn(each.space.spaceId), past: now >= 60_000, room }));
    const stored = await commit(background, { now, creations: [], commits: [...bystanders, { ...turn, ...fields }] });
    expect(stored.size - Number(stored.has(spaceId))).toBe(others);
    return stored.has(spaceId);
  };

  expect(await passes(59_999)).toBe(true);
  expect(await passes(59_999, { rev: 2 })).toBe(false);
  expect(await passes(60_000)).toBe(false);
  expect(await passes(59_999, { past: true })).toBe(false);
  expect(await passes(59_999, { room: { ...turn.room, most: 1 } })).toBe(false);
  expect(await passes(59_999, { room: { ...turn.room, least: 3 } })).toBe(false);
  expect(await passes(59_999, { saved: { spaces: [space.close(state.space, 1)] } })).toBe(true);
  expect(await passes(59_999)).toBe(false);
  expect(await background.query(`select count(*)::int from events where space_id = '${spaceId}'`)).toEqual([[2]]);
});

test.each(stores)(
  'on %s a turn stores nothing if a delivery has changed, and the others of its batch are stored',
  async (_, given) => {
    const { background } = await (await given())();
    const states = [newSpace(), newSpace()];
    const [here, there] = states.map(({ space: { spaceId } }) => spaceId) as [string, string];
    await commit(background, { now: 0, creations: states.map((state) => ({ state, beside: {} })), commits: [] });
    const store = async (...turns: [spaceId: string, ...deliveries: Delivery[]][]) => {
      const commits = turns.map(([spaceId, ...deliveries]) => ({
        ...{ ...aTurn(spaceId), saved: { deliveries }, room: { bytes: 0, least: 0, most: 0 } },
        places: new Map(deliveries.map(({ deliveryId }) => [deliveryId, 1])),
      }));
      return [...(await commit(background, { now: 1, creations: [], commits })).keys()];
    };
    const made = { messageId: randomUUID(), senderId: randomUUID(), participantId: randomUUID(), expects: 'ack' } as const;
    const queued = () => delivery.queue({ ...made, deliveryId: randomUUID() }, 0);
    const [one, two, other] = [queued(), queued(), queued()];
    const first = { version: 1 };
    const second = { version: 2 };
    expect(await store([here, one, two], [there, other])).toHaveLength(2);

    expect(await store([here, { ...one, ...first }])).toEqual([here]);
    expect(await store([here, { ...one, ...first }])).toEqual([]);
    expect(await store([here, { ...one, ...first }, { ...two, ...first }], [there, { ...other, ...first }])).toEqual([there]);
    expect(await store([there, { ...one, ...second }])).toEqual([]);
    expect(await store([here, { ...queued(), ...first }])).toEqual([]);
    expect(await store([here, { ...one, ...second }, { ...two, ...first }])).toEqual([here]);
    const rows = await background.query(
      `select space_id = '${here}', sequence::int, version from deliveries order by space_id = '${here}', version`,
    );
    expect(rows).toEqual([
      [false, 1, 2],
      [true, 1, 2],
      [true, 1, 3],
    ]);
  },
);

test.each(stores)(
  'on %s a turn stores nothing if it adds too many open deliveries to those of a sender to an addressee',
  async (_, given) => {
    const { background } = await (await given())();
    const states = [newSpace(), newSpace()];
    const [here, there] = states.map(({ space: { spaceId } }) => spaceId) as [string, string];
    await commit(background, { now: 0, creations: states.map((state) => ({ state, beside: {} })), commits: [] });
    const limits = { ...defaultLimits, openDeliveriesPerSender: 3 };
    const made = { messageId: randomUUID(), senderId: randomUUID(), participantId: randomUUID(), expects: 'ack' } as const;
    const queued = (fields = {}) => delivery.queue({ ...made, ...fields, deliveryId: randomUUID() }, 0);
    const store = async (...turns: [spaceId: string, ...deliveries: Delivery[]][]) => {
      const commits = turns.map(([spaceId, ...deliveries]) => ({
        ...{ ...aTurn(spaceId), saved: { deliveries }, room: { bytes: 0, least: 0, most: 0 } },
        places: new Map(deliveries.map(({ deliveryId }) => [deliveryId, 1])),
        crowds: crowdsIn({ deliveries }, limits),
      }));
      return [...(await commit(background, { now: 1, creations: [], commits })).keys()];
    };
    const [one, two] = [queued(), queued()];
    const other = { senderId: randomUUID() };
    expect(await store([here, queued(), queued(), queued(), queued()])).toEqual([]);
    expect(await store([here, one, two])).toEqual([here]);
    expect(await store([here, queued(), queued()], [there, queued(), queued(), queued()])).toEqual([there]);
    expect(await store([here, queued()])).toEqual([here]);
    expect(await store([here, queued()])).toEqual([]);
    expect(await store([here, queued(other), queued(other), queued(other)])).toEqual([here]);
    expect(await store([here, queued({ participantId: randomUUID() })])).toEqual([here]);
    expect(await store([here, { ...delivery.claim(one, { leaseId: randomUUID(), expiresAt: 9 }, 1), version: 1 }])).toEqual([
      here,
    ]);
    expect(await store([here, queued()])).toEqual([]);
    expect(await store([here, { ...delivery.withdraw(two, 1), version: 1 }])).toEqual([here]);
    expect(await store([here, queued()])).toEqual([here]);
  },
);

test.each(stores)(
  'on %s the head of a space expires when its space does after a change, and other spaces keep their end',
  async (_, given) => {
    const { background } = await (await given())();
    const states = [newSpace(), newSpace()];
    const [here, there] = states.map(({ space: { spaceId } }) => spaceId) as [string, string];
    await commit(background, { now: 0, creations: states.map((state) => ({ state, beside: {} })), commits: [] });
    const longer = space.update(states[0]!.space, { ttl: 100 }, 1_000);
    const passed = async (now: number, ...commits: SpaceCommit[]) => [
      ...(await commit(background, { now, creations: [], commits })).keys(),
    ];
    const both = await passed(1_000, { ...aTurn(here), bumps: true, saved: { spaces: [longer] } }, aTurn(there));
    expect(both.toSorted()).toEqual([here, there].toSorted());
    expect(await passed(60_000, { ...aTurn(here), rev: 2 }, aTurn(there))).toEqual([here]);
    expect(await passed(101_000, { ...aTurn(here), rev: 2 })).toEqual([]);
    const rows = await background.query(
      `select s.expires_ms, h.expires_ms from spaces s join space_heads h using (space_id) where space_id = '${here}'`,
    );
    expect(rows).toEqual([[101_000, 101_000]]);
  },
);
