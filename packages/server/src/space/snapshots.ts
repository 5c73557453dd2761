import { space, type Instant, type SpaceState } from '@parley/core';
import type { LoadedSpace } from '../store/spaces.ts';

/** The state of a space as of `rev`; it is the present one as long as the head in the database has that `rev`. */
export interface Snapshot {
  readonly rev: number;
  readonly state: SpaceState;
  /** When time alone will change the state. */
  readonly due: Instant;
}

type Load = (spaceId: string) => Promise<LoadedSpace | undefined>;

/** The spaces this process serves, in memory; the longest unused make room. */
export class Snapshots {
  readonly #load: Load;
  readonly #capacity: number;
  readonly #kept = new Map<string, Snapshot>();
  readonly #loading = new Map<string, Promise<Snapshot | undefined>>();

  constructor(load: Load, capacity = 10_000) {
    this.#load = load;
    this.#capacity = capacity;
  }

  peek(spaceId: string): Snapshot | undefined {
    const snapshot = this.#kept.get(spaceId);
    if (snapshot) {
      this.#kept.delete(spaceId);
      this.#kept.set(spaceId, snapshot);
    }
    return snapshot;
  }

  /** The snapshot of at least `rev`; undefined when there is no such space. */
  async atLeast(spaceId: string, rev: number): Promise<Snapshot | undefined> {
    for (;;) {
      const kept = this.peek(spaceId);
      if (kept && kept.rev >= rev) return kept;
      const loaded = await (this.#loading.get(spaceId) ?? this.#start(spaceId));
      if (!loaded || loaded.rev >= rev) return loaded;
    }
  }

  /** Keeps a newer state; an older one, which a slow query may bring, is not kept. */
  put(spaceId: string, rev: number, state: SpaceState): Snapshot {
    const kept = this.#kept.get(spaceId);
    if (kept && kept.rev >= rev) return kept;
    const snapshot = { rev, state, due: space.nextDue(state) };
    this.#kept.delete(spaceId);
    this.#kept.set(spaceId, snapshot);
    if (this.#kept.size > this.#capacity) this.#kept.delete(this.#kept.keys().next().value!);
    return snapshot;
  }

  forget(spaceId: string): void {
    this.#kept.delete(spaceId);
  }

  async #start(spaceId: string): Promise<Snapshot | undefined> {
    const loading = this.#load(spaceId).then((loaded) => loaded && this.put(spaceId, loaded.head.rev, loaded.state));
    this.#loading.set(spaceId, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(spaceId);
    }
  }
}
