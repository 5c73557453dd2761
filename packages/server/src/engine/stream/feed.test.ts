import { streamViews } from '../../resources/views.ts';
import { newSpace, type Viewer } from '@parley/core';
import { expect, it, vi } from 'vitest';
import { Presence } from './presence.ts';
import { noPresence } from './presence.fixture.ts';
import { contextFields } from '../../resources/spaces/present.ts';
import type { Notice } from './notice.ts';
import { Feed } from './feed.ts';
import type { Listener } from './follower.ts';
import { EventLog } from './log.ts';

const state = newSpace({ spaceId: 's', ownerId: 'o', keyHash: 'k', name: '', description: '', privacy: 'public', ttl: 60 }, 0);

const owner: Viewer = { participantId: 'o', isOwner: true };
const guest: Viewer = { participantId: 'g', isOwner: false };
const listenerOf = (viewer: Viewer, heard: Partial<Listener> = {}): Listener => ({
  viewer,
  keyHash: 'k',
  address: '127.0.0.1',
  transport: 'rest',
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
  const log = new EventLog({} as never, streamViews({ publicUrl: '' }));
  const feed = new Feed({
    heads: { current: async () => head } as never,
    snapshots: { peek: () => snapshot, atLeast: async () => snapshot } as never,
    log,
    seats: { take() {}, leave() {} },
    presence: noPresence,
    views: streamViews({ publicUrl: '' }),
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
  feed.notify({ ...head, sequence: facts.length });
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
    seats: { take: (listener) => void seats.add(listener), leave: (listener) => seats.delete(listener) },
    presence: noPresence,
    views: streamViews({ publicUrl: '' }),
    now: () => 0,
    failed: vi.fn<(error: unknown) => void>(),
  });
  const listener = listenerOf(owner);
  await expect(feed.attach('s', listener)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
  expect([seats.size, feed.watched]).toEqual([0, []]);
});

it('a changed reach is told to all, even if somebody read the old one a moment before, and only once', async () => {
  let now = 1_800_000_000_000;
  const seenAt = [{ participantId: 'o', at: now - 60_000, wakeAnsweredAt: null }];
  const find = async () => [{ spaceId: 's', seen: seenAt }];
  const presence = new Presence({ find, store: async () => {}, liveMs: 60_000, now: () => now, failed() {} });
  const snapshot = { rev: 1, state, due: Infinity, bytes: 0 };
  const feed = new Feed({
    heads: { current: async () => ({ spaceId: 's', rev: 1, sequence: 0, lastMs: 0 }) } as never,
    snapshots: { peek: () => snapshot, atLeast: async () => snapshot } as never,
    log: {} as never,
    seats: { take() {}, leave() {} },
    presence,
    views: streamViews({ publicUrl: '' }),
    now: () => now,
    failed: vi.fn<(error: unknown) => void>(),
  });
  const told: string[] = [];
  const reachIn = (json: string) => /"reach":"(\w+)"/.exec(json)![1]!;
  const notify = ({ json }: Notice) => void told.push(reachIn(json));
  await feed.attach('s', listenerOf(guest, { live: true, notify }));
  const check = async () => {
    await feed.checkReach();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const read = async () =>
    reachIn(
      contextFields({ state, visibility: 'revealed', viewerId: undefined, lastEventAt: 0, now }, await presence.of('s'), {
        publicUrl: '',
      }).text,
    );

  await check();
  expect([await read(), told]).toEqual(['away', []]);
  presence.note('s', 'o');
  expect(await read()).toBe('away');
  await check();
  expect(told).toEqual(['live']);
  now += 40_000;
  presence.note('s', 'o');
  await check();
  now += 59_999;
  await check();
  expect(told).toEqual(['live']);
  now += 1;
  await check();
  expect(told).toEqual(['live', 'away']);
});
