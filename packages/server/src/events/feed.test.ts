import { space } from '@parley/core';
import { expect, it, vi } from 'vitest';
import { Feed, type Listener } from './feed.ts';

const state = space.create(
  { spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public', ttl: 60 },
  0,
);

it('503 for who would follow a space that changes whenever it is looked at, and its seat is free again', async () => {
  let rev = 0;
  const seats = new Set<Listener>();
  const feed = new Feed({
    heads: { current: async () => ({ spaceId: 's', rev, sequence: 0, lastMs: 0 }) } as never,
    snapshots: { atLeast: async () => ({ rev: (rev += 1), state, due: Infinity, bytes: 0 }) } as never,
    log: {} as never,
    seats: { take: (listener) => seats.add(listener), leave: (listener) => seats.delete(listener) },
    env: { publicUrl: '' },
    now: () => 0,
    failed: vi.fn<(error: unknown) => void>(),
  });
  const listener: Listener = {
    viewer: { participantId: 'o', isOwner: true },
    keyHash: 'k',
    address: '127.0.0.1',
    since: 0,
    position: 0,
    live: false,
    deliver() {},
    notify() {},
    end() {},
  };
  await expect(feed.attach('s', listener)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
  expect([seats.size, feed.watched]).toEqual([0, []]);
});
