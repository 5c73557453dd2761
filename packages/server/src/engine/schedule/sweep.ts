import type { Instant } from '@parley/core';
import { repeat, type Loop } from '../async/repeat.ts';
import { earliest, type Due } from '../store/due.ts';
import type { headStore } from '../store/heads.ts';
import type { idempotencyStore } from '../store/idempotency.ts';
import type { spaceStore } from '../store/spaces.ts';
import type { Feed } from '../stream/feed.ts';
import type { Presence } from '../stream/presence.ts';
import type { Committer } from '../write/committer.ts';
import { forEach, type Upkeep } from './upkeep.ts';

interface SweepOptions {
  heads: Pick<ReturnType<typeof headStore>, 'find' | 'expired'>;
  records: Pick<ReturnType<typeof idempotencyStore>, 'removeExpired'>;
  spaces: Pick<ReturnType<typeof spaceStore>, 'endedBefore' | 'purge'>;
  /** Of the resources. */
  upkeep: readonly Upkeep[];
  committer: Pick<Committer, 'write'>;
  feed: Pick<Feed, 'due' | 'watched' | 'notify' | 'notePresent' | 'checkReach'>;
  presence: Pick<Presence, 'everyMs' | 'store' | 'refresh' | 'forget'>;
  retentionDays: number;
  /** For what is kept for hours or days. */
  sweepMs: number;
  now(): Instant;
  failed(error: unknown): void;
}

const dayMs = 86_400_000;
const spacesAtOnce = 100;
const rowsAtOnce = 1_000;
/** An outage of the database makes all spaces rest, so not for long. */
const [shortestRestMs, longestRestMs] = [5_000, 60_000];
const purgeAtOnce = { events: 1_000, bytes: 8 * 1024 * 1024 };

/**
 * Repairs lost notifications, records what is overdue, keeps track of who is present, and deletes what nobody can see any more. Each task has its own loop, so that none
 * waits for the backlog of another; all use small steps and an index. Every process runs them, and the fence lets one succeed.
 */
export function startSweep(options: SweepOptions) {
  const { heads, records, spaces, upkeep, committer, feed, presence, retentionDays, sweepMs, now, failed } = options;
  const recording = new Set<string>();
  /** Spaces that could not be written: until when they are left alone, and for how long then. */
  const resting = new Map<string, { until: Instant; ms: number }>();
  const loops = new Map<string, Loop>();
  const start = (name: string, everyMs: number, work: (isStopped: () => boolean) => Promise<void>) =>
    loops.set(name, repeat({ everyMs, work, failed }));
  start('wake-ups', 1_000, repairNotifications);
  start('followed', 250, recordFollowed);
  start('expiry', 1_000, (isStopped) => recordAll(heads.expired, isStopped));
  for (const { name, everyMs, find, record } of upkeep.flatMap(({ due = [] }) => due))
    start(name, everyMs, (isStopped) => recordAll(find, isStopped, record && ((ids) => forEach(ids, record, failed))));
  for (const { name, everyMs, run } of upkeep.flatMap(({ repeated = [] }) => repeated)) start(name, everyMs, run);
  start('presence', presence.everyMs, keepPresence);
  start('records', sweepMs, forget);
  start('purge', sweepMs, purge);

  async function repairNotifications(): Promise<void> {
    const { watched } = feed;
    for (let i = 0; i < watched.length; i += rowsAtOnce) {
      for (const head of await heads.find(watched.slice(i, i + rowsAtOnce))) feed.notify(head);
    }
  }

  /** An empty write: its batch records what is overdue. */
  async function recordOverdue(spaceIds: Iterable<string>): Promise<void> {
    const nothing = { admit: () => undefined, decide: () => ({ outcome: undefined }), size: 0 };
    const awake = Array.from(spaceIds).filter((spaceId) => (resting.get(spaceId)?.until ?? 0) <= now());
    const record = async (spaceId: string) => {
      try {
        await committer.write(spaceId, nothing);
        resting.delete(spaceId);
      } catch (error) {
        rest(spaceId);
        throw error;
      }
    };
    await forEach(awake, record, failed);
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
    for (const remove of [records.removeExpired, ...upkeep.flatMap(({ expired = [] }) => expired)])
      while (!isStopped() && (await remove(now(), rowsAtOnce)) === rowsAtOnce);
  }

  async function purge(isStopped: () => boolean): Promise<void> {
    for (let isMore = true; isMore && !isStopped();) {
      const ended = await spaces.endedBefore(now() - retentionDays * dayMs, spacesAtOnce, now());
      for (const { spaceId } of ended) while (!isStopped() && (await spaces.purge(spaceId, purgeAtOnce)));
      isMore = ended.length === spacesAtOnce;
    }
  }

  return {
    /** For how long the next run of each task has been due or in progress. */
    lateMs: (): [name: string, ms: number][] => Array.from(loops, ([name, loop]) => [name, loop.lateMs()]),
    async stop(): Promise<void> {
      await Promise.all(Array.from(loops.values(), (loop) => loop.stop()));
    },
  };
}
