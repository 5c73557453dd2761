import type { Instant } from '@parley/core';
import type { Feed } from './events/feed.ts';
import type { Stores } from './parley.ts';
import type { Committer } from './space/committer.ts';

interface SweepOptions {
  stores: Stores;
  committer: Committer;
  feed: Feed;
  retentionDays: number;
  now(): Instant;
  failed(error: unknown): void;
}

const everyMs = 1_000;
const housekeepingEveryMs = 60_000;
const dayMs = 86_400_000;
const spacesAtOnce = 100;
const rowsAtOnce = 1_000;

/**
 * Once a second: what time did is written down, and lost wake-ups are repaired. Once a minute: what nobody may see
 * any more is removed. All in small steps by index; every process does it, and the fence lets one of them win.
 */
export function startSweep({ stores, committer, feed, retentionDays, now, failed }: SweepOptions) {
  let housekeptAt = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const steps = [repairWakeUps, settleDueSpaces, housekeep];
  const schedule = () => {
    timer = setTimeout(() => {
      running = round().then(() => {
        if (!stopped) schedule();
      });
    }, everyMs);
    timer.unref();
  };

  async function round(): Promise<void> {
    for (const step of steps) {
      try {
        if (!stopped) await step();
      } catch (error) {
        failed(error);
      }
    }
  }

  async function repairWakeUps(): Promise<void> {
    const watched = feed.watched;
    for (let i = 0; i < watched.length; i += rowsAtOnce) {
      for (const head of await stores.heads.find(watched.slice(i, i + rowsAtOnce))) feed.wake(head);
    }
  }

  /** A write that asks for nothing: taking its turn, the space finds out what came due. */
  async function settleDueSpaces(): Promise<void> {
    const at = now();
    const due = [
      ...(await stores.heads.expired(at, spacesAtOnce)),
      ...(await stores.artifacts.spacesWithLocksDue(at, spacesAtOnce)),
    ];
    await Promise.all(
      due.map(({ spaceId }) =>
        committer.write(spaceId, { admit: () => undefined, decide: () => ({ answer: undefined }), size: 0 }),
      ),
    );
  }

  async function housekeep(): Promise<void> {
    if (now() - housekeptAt < housekeepingEveryMs) return;
    housekeptAt = now();
    while (!stopped && (await stores.idempotency.removeExpired(now(), rowsAtOnce)) === rowsAtOnce);
    while (!stopped && (await stores.links.removeExpired(now() - dayMs, rowsAtOnce)) === rowsAtOnce);
    while (!stopped && (await stores.accounts.removeExpired(new Date(now()), rowsAtOnce)) === rowsAtOnce);
    for (const { spaceId } of await stores.spaces.endedBefore(now() - retentionDays * dayMs, spacesAtOnce)) {
      while (!stopped && !(await stores.spaces.purge(spaceId, rowsAtOnce)));
    }
  }

  schedule();
  return {
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
