import type { Space } from '@parley/sdk';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the end of a chat waits for a service that may be down; the locks then expire by themselves. */
const patienceMs = 5_000;

interface Held {
  ending: AbortController;
  isOver: Promise<void>;
}

/** The edit locks taken here. Each is kept alive by an edit of the SDK that lasts until the lock is released or lost. */
export class HeldLocks {
  readonly #space: Space;
  readonly #held = new Map<string, Held>();

  constructor(space: Space) {
    this.#space = space;
  }

  /** Resolves when the lock is taken. */
  async take(artifactId: string): Promise<void> {
    if (this.#held.has(artifactId)) return;
    await new Promise<void>((taken, refused) => {
      const ending = new AbortController();
      const hold = async (lost: AbortSignal) => {
        taken();
        const end = AbortSignal.any([ending.signal, lost]);
        if (!end.aborted) await once(end, 'abort');
        return undefined;
      };
      const isOver = this.#space.artifacts
        .get(artifactId)
        .then((artifact) => artifact.edit((_, lost) => hold(lost), { waitMs: 0 }))
        .then(() => {}, refused)
        .finally(() => this.#held.delete(artifactId));
      // Known from the start: a chat that ends while the lock is being taken must still release it.
      this.#held.set(artifactId, { ending, isOver });
    });
  }

  isHeld(artifactId: string): boolean {
    return this.#held.has(artifactId);
  }

  /** Releases a lock taken here; the owner can break any lock. */
  async release(artifactId: string): Promise<void> {
    const held = this.#held.get(artifactId);
    if (!held) return void (await this.#space.call('unlockArtifact', { artifactId }));
    await finish(held);
    const { lockedBy } = await this.#space.call('getArtifact', { artifactId });
    if (lockedBy !== undefined && lockedBy === this.#space.participantId)
      throw new Error('The lock could not be released. It expires by itself.');
  }

  async releaseAll(): Promise<void> {
    const all = [...this.#held.values()].map(finish);
    if (all.length) await Promise.race([Promise.all(all), sleep(patienceMs)]);
  }
}

async function finish({ ending, isOver }: Held): Promise<void> {
  ending.abort();
  await isOver;
}
