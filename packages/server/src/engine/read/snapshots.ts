import { nextDue, entityNames, entityTraits, type Instant, type SpaceState } from '@parley/core';
import { noMeter, type Meter } from '../observe/meter.ts';
import type { LoadedSpace } from '../store/spaces.ts';
import { pause, patient, type Patience } from '../async/patience.ts';

/** The state of a space at `rev`; it is the current state as long as the head in the database has that `rev`. */
export interface Snapshot {
  readonly rev: number;
  readonly state: SpaceState;
  /** When time will next change the state. */
  readonly due: Instant;
  /** The stored size of the space, as last known to this process. */
  readonly bytes: number;
}

interface Cached extends Snapshot {
  readonly size: number;
}

interface Capacity {
  spaces: number;
  /** Approximate memory in use. */
  bytes: number;
}

interface SnapshotOptions {
  capacity?: Capacity;
  patience?: Patience;
  meter?: Meter;
}

type Load = (spaceId: string) => Promise<LoadedSpace | undefined>;

/** A cache of the spaces that this process serves; it evicts the least recently used. */
export class Snapshots {
  readonly #load: Load;
  readonly #capacity: Capacity;
  readonly #patience: Patience;
  readonly #meter: Meter;
  readonly #cached = new Map<string, Cached>();
  readonly #loading = new Map<string, Promise<Snapshot | undefined>>();

  #size = 0;

  constructor(load: Load, { capacity = roomy, patience = patient, meter = noMeter }: SnapshotOptions = {}) {
    this.#load = load;
    this.#capacity = capacity;
    this.#patience = patience;
    this.#meter = meter;
  }

  peek(spaceId: string): Snapshot | undefined {
    const snapshot = this.#cached.get(spaceId);
    if (snapshot) {
      this.#cached.delete(spaceId);
      this.#cached.set(spaceId, snapshot);
    }
    return snapshot;
  }

  /** The snapshot at `rev` or later; undefined if there is no such space. */
  async atLeast(spaceId: string, rev: number): Promise<Snapshot | undefined> {
    for (let tries = 1; ; tries += 1) {
      const kept = this.peek(spaceId);
      if (kept && kept.rev >= rev) {
        this.#meter.count('parley_snapshot_reads_total', 'hit');
        return kept;
      }
      this.#meter.count('parley_snapshot_reads_total', 'miss');
      const loaded = await (this.#loading.get(spaceId) ?? this.#start(spaceId));
      if (!loaded || loaded.rev >= rev) return loaded;
      await pause(tries, this.#patience);
    }
  }

  /** Keeps a newer state; ignores an older one, which a slow query can return. */
  put(spaceId: string, rev: number, state: SpaceState, bytes: number): Snapshot {
    const kept = this.#cached.get(spaceId);
    if (kept && kept.rev >= rev) return kept;
    const snapshot = { rev, state, due: nextDue(state), bytes, size: sizeOf(state) };
    this.forget(spaceId);
    this.#cached.set(spaceId, snapshot);
    this.#size += snapshot.size;
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= this.#capacity.spaces && this.#size <= this.#capacity.bytes) break;
      this.forget(oldest);
    }
    return snapshot;
  }

  forget(spaceId: string): void {
    this.#size -= this.#cached.get(spaceId)?.size ?? 0;
    this.#cached.delete(spaceId);
  }

  async #start(spaceId: string): Promise<Snapshot | undefined> {
    const loading = this.#load(spaceId).then(
      (loaded) => loaded && this.put(spaceId, loaded.head.rev, loaded.state, loaded.bytes),
    );
    this.#loading.set(spaceId, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(spaceId);
    }
  }
}

const roomy: Capacity = { spaces: 10_000, bytes: 128 * 1024 * 1024 };

const bytesPerCharacter = 2;
const bytesPerEntry = 500;

/** Approximate bytes of memory. */
function sizeOf(state: SpaceState): number {
  const { name, description, agenda = '' } = state.space;
  let characters = name.length + description.length + agenda.length;
  let entries = 1 + state.holders.size;
  for (const entity of entityNames) {
    const { charactersOf } = entityTraits[entity];
    for (const each of state[entity].values()) characters += charactersOf(each);
    entries += state[entity].size;
  }
  return characters * bytesPerCharacter + entries * bytesPerEntry;
}
