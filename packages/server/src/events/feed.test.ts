import { space, type Viewer } from '@parley/core';
import { expect, it, vi } from 'vitest';
import { noPresence } from '../space/presence.fixture.ts';
import { Feed, type Listener } from './feed.ts';
import { EventLog } from './log.ts';

const state = space.create(
  { spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public', ttl: 60 },
  0,
);

const owner: Viewer = { participantId: 'o', isOwner: true };
const guest: Viewer = { participantId: 'g', isOwner: false };
const listenerOf = (viewer: Viewer, heard: Partial<Listener> = {}): Listener => ({
  viewer,
  keyHash: 'k',
  address: '127.0.0.1',
  since: 0,
  position: 0,
  live: false,
  deliver() {},
  notify() {},
  end() {},
  ...heard,
});

it('viewers who can see the same events share one buffer, whatever is hidden from others', async () => {
  const head = { spaceId: 's', rev: 1, sequence: 0, lastMs: 0 };
  const snapshot = { rev: 1, state, due: Infinity, bytes: 0 };
  const log = new EventLog({} as never, { publicUrl: '' });
  const feed = new Feed({
    heads: { current: async () => head } as never,
    snapshots: { peek: () => snapshot, atLeast: async () => snapshot } as never,
    log,
    seats: { take() {}, leave() {} },
    presence: noPresence,
    env: { publicUrl: '' },
    now: () => 0,
    failed: vi.fn<(error: unknown) => void>(),
  });
  const heard: Buffer[] = [];
  for (const viewer of [owner, guest, { ...guest, participantId: 'h' }])
    await feed.attach('s', listenerOf(viewer, { live: true, deliver: (_, frames) => heard.push(frames) }));
  const status = (revealed: boolean) => ({ participantId: 'p', status: 'active', actorId: 'o', revealed });
  const facts = [
    { event: 'message', body: { content: 'hi' } },
    { event: 'participant-status', body: status(false) },
    { event: 'participant-status', body: { ...status(true), isFirstUse: true } },
  ] as const;
  const row = (i: number) => ({ event: facts[i]!.event, body: JSON.stringify(facts[i]!.body), sequence: i + 1, at: 0 });
  log.remember(
    's',
    facts.map((_, i) => log.event('s', row(i))),
  );
  feed.wake({ ...head, sequence: facts.length });
  const ids = heard.map((frames) => [...String(frames).matchAll(/^id: (\d)$/gm)].map(([, id]) => id));
  expect(ids).toEqual([
    ['1', '2'],
    ['1', '3'],
    ['1', '3'],
  ]);
  expect(heard[1]).toBe(heard[2]);
});

it('503 if the space changes at every read while a listener attaches, and its seat is free again', async () => {
  let rev = 0;
  const seats = new Set<Listener>();
  const feed = new Feed({
    heads: { current: async () => ({ spaceId: 's', rev, sequence: 0, lastMs: 0 }) } as never,
    snapshots: { atLeast: async () => ({ rev: (rev += 1), state, due: Infinity, bytes: 0 }) } as never,
    log: {} as never,
    seats: { take: (listener) => seats.add(listener), leave: (listener) => seats.delete(listener) },
    presence: noPresence,
    env: { publicUrl: '' },
    now: () => 0,
    failed: vi.fn<(error: unknown) => void>(),
  });
  const listener = listenerOf(owner);
  await expect(feed.attach('s', listener)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
  expect([seats.size, feed.watched]).toEqual([0, []]);
});
