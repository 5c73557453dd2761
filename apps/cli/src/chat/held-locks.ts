import type { Space } from '@parley/sdk';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Nobody who leaves waits longer for a service that may be away; the locks run out by themselves then. */
const patienceMs = 3_000;

interface Held {
  ending: AbortController;
  isOver: Promise<void>;
}

/** The edit locks taken here. Each is kept as an edit keeps its own: by one that lasts until the lock is given back or lost. */
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
      // Who leaves while it is being taken leaves it behind otherwise.
      this.#held.set(artifactId, { ending, isOver });
    });
  }

  /** Gives back what was taken here; the owner may take a lock from anybody. */
  async giveBack(artifactId: string): Promise<void> {
    const held = this.#held.get(artifactId);
    if (!held) return void (await this.#space.call('unlockArtifact', { artifactId }));
    await release(held);
    const { lockedBy } = await this.#space.call('getArtifact', { artifactId });
    if (lockedBy !== undefined && lockedBy === this.#space.participantId)
      throw new Error('The lock could not be given back; it runs out by itself.');
  }

  async giveAllBack(): Promise<void> {
    const all = [...this.#held.values()].map(release);
    if (all.length) await Promise.race([Promise.all(all), sleep(patienceMs)]);
  }
}

async function release({ ending, isOver }: Held): Promise<void> {
  ending.abort();
  await isOver;
}
