import { randomUUID } from 'node:crypto';
import { space } from '@parley/core';
import { afterAll, expect, test } from 'vitest';
import { commit, type SpaceCommit } from '../src/store/commit.ts';
import { stopPostgres, stores } from './stores.ts';

afterAll(stopPostgres);

test.each(stores)('on %s a turn stores nothing unless its space is in the state that it was decided on', async (_, given) => {
  const { background } = await (await given())();
  const spaceId = randomUUID();
  const names = { name: '', description: '', privacy: 'public' } as const;
  const state = space.create({ spaceId, ownerId: randomUUID(), keyHash: 'h', ...names, ttl: 60 }, 0);
  await commit(background, { now: 0, creations: [{ state, beside: {} }], commits: [] });
  const turn: SpaceCommit = {
    spaceId,
    rev: 1,
    bumps: false,
    past: false,
    saved: {},
    forgotten: {},
    events: [{ event: 'message', body: '{}' }],
    places: new Map(),
    records: [],
    room: { bytes: 2, least: 0, most: 10 },
  };
  const passes = async (now: number, fields: Partial<SpaceCommit> = {}) =>
    (await commit(background, { now, creations: [], commits: [{ ...turn, ...fields }] })).size === 1;

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
