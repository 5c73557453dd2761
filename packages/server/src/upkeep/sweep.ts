import type { Instant } from '@parley/core';
import type { Feed } from '../events/feed.ts';
import { overdueDeliveries } from './overdue-deliveries.ts';
import { overdueUploads } from './overdue-uploads.ts';
import type { Stores } from '../store/stores.ts';
import { repeat, type Loop } from '../async/repeat.ts';
import type { Committer } from '../space/committer.ts';
import type { Presence } from '../space/presence.ts';
import { earliest, type Due } from '../store/due.ts';

interface SweepOptions {
  stores: Stores;
  committer: Pick<Committer, 'write'>;
  feed: Pick<Feed, 'due' | 'watched' | 'wake' | 'notePresent' | 'checkReach'>;
  presence: Pick<Presence, 'everyMs' | 'store' | 'refresh' | 'forget'>;
  retentionDays: number;
  /** For what is kept for hours or days. */
  sweepMs: number;
  now(): Instant;
  failed(error: unknown): void;
}

const dayMs = 86_400_000;
/** Longer than clocks differ and than a write can take. */
const repeatedMs = 10 * 60_000;
const spacesAtOnce = 100;
const rowsAtOnce = 1_000;
/** An outage of the database makes all spaces rest, so not for long. */
const [shortestRestMs, longestRestMs] = [5_000, 60_000];
const filesAtOnce = 20;
const purgeAtOnce = { events: 1_000, bytes: 8 * 1024 * 1024 };

/**
 * Repairs lost wake-ups, records what is overdue, keeps track of who is present, and deletes what nobody can see any more. Each task has its own loop, so that none
 * waits for the backlog of another; all use small steps and an index. Every process runs them, and the fence lets one succeed.
 */
export function startSweep({ stores, committer, feed, presence, retentionDays, sweepMs, now, failed }: SweepOptions) {
  const recording = new Set<string>();
  /** Spaces that could not be written: until when they are left alone, and for how long then. */
  const resting = new Map<string, { until: Instant; ms: number }>();
  const left = new Set<string>();
  /** Until when `expireForgotten` has looked for departures. */
  let departuresSeen: Instant = 0;
  const deliveries = overdueDeliveries({ stores, committer, now });
  const giveUp = overdueUploads({ committer });
  const loops = new Map<string, Loop>();
  const start = (task: string, everyMs: number, work: (isStopped: () => boolean) => Promise<void>) =>
    loops.set(task, repeat({ everyMs, work, failed }));
  start('wake-ups', 1_000, repairWakeUps);
  start('followed', 250, recordFollowed);
  start('expiry', 1_000, (isStopped) => recordAll(stores.heads.expired, isStopped));
  start('locks', 1_000, (isStopped) => recordAll(stores.artifacts.spacesWithLocksDue, isStopped));
  start('tasks', 1_000, (isStopped) => recordAll(stores.tasks.spacesWithLeasesDue, isStopped));
  start('leases', 1_000, (isStopped) => recordAll(stores.deliveries.spacesWithLeasesDue, isStopped, lapse));
  start('uploads', sweepMs, giveUpUploads);
  start('files', 1_000, removeFiles);
  start('departures', 250, expireLeft);
  start('forgotten departures', sweepMs, expireForgotten);
  start('presence', presence.everyMs, keepPresence);
  start('records', sweepMs, forget);
  start('purge', sweepMs, purge);

  async function repairWakeUps(): Promise<void> {
    const { watched } = feed;
    for (let i = 0; i < watched.length; i += rowsAtOnce) {
      for (const head of await stores.heads.find(watched.slice(i, i + rowsAtOnce))) feed.wake(head);
    }
  }

  /** An empty write: its turn records what is overdue. */
  async function recordOverdue(spaceIds: Iterable<string>): Promise<void> {
    const nothing = { admit: () => undefined, decide: () => ({ outcome: undefined }), size: 0 };
    const awake = Array.from(spaceIds).filter((spaceId) => (resting.get(spaceId)?.until ?? 0) <= now());
    await each(awake, async (spaceId) => {
      try {
        await committer.write(spaceId, nothing);
        resting.delete(spaceId);
      } catch (error) {
        rest(spaceId);
        throw error;
      }
    });
  }

  /** One that fails takes seconds each time, for which all others would wait. */
  function rest(spaceId: string): void {
    const ms = Math.min(longestRestMs, (resting.get(spaceId)?.ms ?? shortestRestMs / 2) * 2);
    resting.delete(spaceId);
    resting.set(spaceId, { until: now() + ms, ms });
    if (resting.size > rowsAtOnce) resting.delete(resting.keys().next().value!);
  }

  /** Does not wait for any: a space that cannot be written must not delay those that become due meanwhile. */
  async function recordFollowed(): Promise<void> {
    for (const spaceId of feed.due(now())) {
      if (recording.has(spaceId)) continue;
      recording.add(spaceId);
      void recordOverdue([spaceId]).finally(() => recording.delete(spaceId));
    }
  }

  /** Skips what stays due although it was written; the next round tries it again. */
  async function recordAll(
    due: (now: Instant, limit: number, after: Due) => Promise<Due[]>,
    isStopped: () => boolean,
    work: (spaceIds: Iterable<string>) => Promise<void> = recordOverdue,
  ) {
    const until = now();
    for (let last: Due | undefined = earliest; last && !isStopped();) {
      const found: Due[] = await due(until, spacesAtOnce, last);
      await work(new Set(found.map(({ spaceId }) => spaceId)));
      last = found[spacesAtOnce - 1];
    }
  }

  async function each(spaceIds: Iterable<string>, work: (spaceId: string) => Promise<void>): Promise<void> {
    await Promise.all(Array.from(spaceIds, (spaceId) => work(spaceId).catch(failed)));
  }

  const lapse = (spaceIds: Iterable<string>) => each(spaceIds, deliveries.lapse);

  /** Uploads of processes that have ended. */
  async function giveUpUploads(isStopped: () => boolean): Promise<void> {
    await recordAll(stores.files.spacesWithUploadsDue, isStopped, (spaceIds) => each(spaceIds, giveUp));
  }

  /** The bytes of files that were deleted, and of uploads that were given up. */
  async function removeFiles(isStopped: () => boolean): Promise<void> {
    for (let isMore = true; isMore && !isStopped();) {
      const removed = await stores.files.removed(filesAtOnce);
      for (const file of removed) {
        await stores.fileBytes.remove(file);
        await stores.files.forget(file);
      }
      isMore = removed.length === filesAtOnce;
    }
  }

  async function expireLeft(): Promise<void> {
    const spaceIds = [...left];
    left.clear();
    await each(spaceIds, deliveries.expire);
  }

  /** Finds what a process did not get to before it ended: at first everything, then what is new, and what failed a while ago. */
  async function expireForgotten(): Promise<void> {
    const until = now();
    const spaceIds = await stores.deliveries.spacesWithAbandoned(departuresSeen - repeatedMs, rowsAtOnce);
    if (spaceIds.length < rowsAtOnce) departuresSeen = until;
    while (spaceIds.length) await each(spaceIds.splice(0, spacesAtOnce), deliveries.expire);
  }

  async function keepPresence(): Promise<void> {
    feed.notePresent();
    try {
      await presence.store();
      await presence.refresh();
    } finally {
      presence.forget();
      await feed.checkReach();
    }
  }

  async function forget(isStopped: () => boolean): Promise<void> {
    while (!isStopped() && (await stores.idempotency.removeExpired(now(), rowsAtOnce)) === rowsAtOnce);
    while (!isStopped() && (await stores.files.removeExpiredLinks(now(), rowsAtOnce)) === rowsAtOnce);
    while (!isStopped() && (await stores.links.removeExpired(now() - dayMs, rowsAtOnce)) === rowsAtOnce);
    while (!isStopped() && (await stores.deliveries.dropLeases(now(), rowsAtOnce)) === rowsAtOnce);
    while (!isStopped() && (await stores.accounts.removeExpired(new Date(now()), rowsAtOnce)) === rowsAtOnce);
  }

  async function purge(isStopped: () => boolean): Promise<void> {
    for (let isMore = true; isMore && !isStopped();) {
      const ended = await stores.spaces.endedBefore(now() - retentionDays * dayMs, spacesAtOnce, now());
      for (const { spaceId } of ended) while (!isStopped() && (await stores.spaces.purge(spaceId, purgeAtOnce)));
      isMore = ended.length === spacesAtOnce;
    }
  }

  return {
    /** A participant of the space left or was kicked: the deliveries to it, and those of its messages, expire. */
    left: (spaceId: string) => void left.add(spaceId),
    /** For how long the next run of each task has been due or in progress. */
    lateMs: (): [task: string, ms: number][] => Array.from(loops, ([task, loop]) => [task, loop.lateMs()]),
    async stop(): Promise<void> {
      await Promise.all(Array.from(loops.values(), (loop) => loop.stop()));
    },
  };
}
