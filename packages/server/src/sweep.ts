import type { Instant } from '@parley/core';
import type { Feed } from './events/feed.ts';
import type { Stores } from './parley.ts';
import { repeat } from './repeat.ts';
import type { Committer } from './space/committer.ts';

interface SweepOptions {
  stores: Stores;
  committer: Pick<Committer, 'write'>;
  feed: Pick<Feed, 'due' | 'watched' | 'wake'>;
  retentionDays: number;
  now(): Instant;
  failed(error: unknown): void;
}

const dayMs = 86_400_000;
const spacesAtOnce = 100;
const rowsAtOnce = 1_000;
const purgeAtOnce = { events: 1_000, bytes: 8 * 1024 * 1024 };

/**
 * Lost wake-ups are repaired, what time did is written down, and what nobody may see any more is removed. Each has a loop of its own,
 * so that none waits for the backlog of another; all go in small steps by index. Every process does it, and the fence lets one win.
 */
export function startSweep({ stores, committer, feed, retentionDays, now, failed }: SweepOptions) {
  const loops = [
    repeat({ everyMs: 1_000, work: repairWakeUps, failed }),
    repeat({ everyMs: 250, work: () => settle(feed.due(now())), failed }),
    repeat({ everyMs: 1_000, work: (isStopped) => settleAll(stores.heads.expired, isStopped), failed }),
    repeat({ everyMs: 1_000, work: (isStopped) => settleAll(stores.artifacts.spacesWithLocksDue, isStopped), failed }),
    repeat({ everyMs: 60_000, work: forget, failed }),
    repeat({ everyMs: 60_000, work: purge, failed }),
  ];

  async function repairWakeUps(): Promise<void> {
    const { watched } = feed;
    for (let i = 0; i < watched.length; i += rowsAtOnce) {
      for (const head of await stores.heads.find(watched.slice(i, i + rowsAtOnce))) feed.wake(head);
    }
  }

  /** A write that asks for nothing: taking its turn, the space finds out what came due. */
  async function settle(spaceIds: readonly string[]): Promise<void> {
    const nothing = { admit: () => undefined, decide: () => ({ answer: undefined }), size: 0 };
    await Promise.all(spaceIds.map((spaceId) => committer.write(spaceId, nothing)));
  }

  async function settleAll(due: (now: Instant, limit: number) => Promise<{ spaceId: string }[]>, isStopped: () => boolean) {
    const settled = new Set<string>();
    for (let isMore = true; isMore && !isStopped();) {
      const rows = await due(now(), spacesAtOnce);
      const fresh = [...new Set(rows.map(({ spaceId }) => spaceId))].filter((spaceId) => !settled.has(spaceId));
      for (const spaceId of fresh) settled.add(spaceId);
      await settle(fresh);
      // What is due although it was settled is left to the next round: a clock that was set back must not keep this one busy.
      isMore = rows.length === spacesAtOnce && fresh.length > 0;
    }
  }

  async function forget(isStopped: () => boolean): Promise<void> {
    while (!isStopped() && (await stores.idempotency.removeExpired(now(), rowsAtOnce)) === rowsAtOnce);
    while (!isStopped() && (await stores.links.removeExpired(now() - dayMs, rowsAtOnce)) === rowsAtOnce);
    while (!isStopped() && (await stores.accounts.removeExpired(new Date(now()), rowsAtOnce)) === rowsAtOnce);
  }

  async function purge(isStopped: () => boolean): Promise<void> {
    for (let isMore = true; isMore && !isStopped();) {
      const ended = await stores.spaces.endedBefore(now() - retentionDays * dayMs, spacesAtOnce);
      for (const { spaceId } of ended) while (!isStopped() && (await stores.spaces.purge(spaceId, purgeAtOnce)));
      isMore = ended.length === spacesAtOnce;
    }
  }

  return {
    async stop(): Promise<void> {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
