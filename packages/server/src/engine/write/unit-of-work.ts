import { apply, entityNames, entityTraits, type Changes, type Limits, type SpaceState } from '@parley/core';
import { erasedBytes, type Erasure } from '../store/erasures.ts';
import type { SpaceCommit, StorableEvent } from '../store/commit.ts';
import { noUse, quotasUsed } from '../store/quotas.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import { nothing, type Saved, type SideRows, type StoredEntities, type StoredName, type Tables } from '../store/tables.ts';
import type { Effects, Latest } from './effects.ts';
import type { StorageQuota } from './storage-quota.ts';

interface Happening {
  record?: IdempotencyRecord | undefined;
  reserve?: number;
}

/** What to store in one table: the latest version of each entity, by id. */
type Pending = Map<string, unknown>;

type AllPending = Map<StoredName, Pending>;

const noPlaces: ReadonlyMap<string, number> = new Map();

/** A state under change, and everything to store for it. */
export class UnitOfWork {
  state: SpaceState;
  readonly latest: Latest = Object.assign(
    <Name extends StoredName>(name: Name, id: string) => this.#saved?.get(name)?.get(id) as StoredEntities[Name] | undefined,
    {
      all: <Name extends StoredName>(name: Name) => (this.#saved?.get(name)?.values() ?? []) as Iterable<StoredEntities[Name]>,
      left: () => this.#room.left,
    },
  );
  /** Most batches only log events: those need no maps. */
  #saved: AllPending | undefined;
  #forgotten: AllPending | undefined;
  readonly #events: StorableEvent[] = [];
  readonly #erasures: Erasure[] = [];
  readonly #records: IdempotencyRecord[] = [];
  #places: Map<string, number> | undefined;
  readonly #tables: Tables;
  readonly #room: StorageQuota;

  constructor(tables: Tables, state: SpaceState, room: StorageQuota) {
    this.#tables = tables;
    this.state = state;
    this.#room = room;
  }

  /** Applies a decision. With a `reserve` (bytes beyond the limit), it requires room. */
  happen({ changes, events = [], erasures, freed = 0 }: Effects<unknown>, { record, reserve }: Happening = {}): void {
    const place = this.#events.length + 1;
    const storable: StorableEvent[] = [];
    // Size as the database counts it.
    let bytes = (record?.sealed.length ?? 0) - freed;
    for (const { event, body } of events) {
      const text = JSON.stringify(body);
      bytes += Buffer.byteLength(text);
      storable.push({ event, body: text });
    }
    if (changes) bytes += growth(this.state, changes) + growthBeside(this.#tables, changes);
    if (erasures) bytes -= erasedBytes(erasures);
    if (reserve === undefined) this.#room.take(bytes);
    else this.#room.claim(bytes, reserve);
    for (const each of storable) this.#events.push(each);
    if (erasures) this.#erasures.push(...erasures);
    if (record) this.#records.push(record);
    if (!changes) return;
    this.state = apply(this.state, changes);
    this.#note(changes, place);
  }

  /** Whether an earlier write of this batch has erased one of these: it was read before that. */
  hasErased(erasures: readonly Erasure[]): boolean {
    return erasures.some((each) => this.#erasures.some(({ sequence }) => sequence === each.sequence));
  }

  #note({ space, forgotten, ...changes }: Changes & SideRows, place: number): void {
    const saved: Saved = space ? { ...changes, spaces: [space] } : changes;
    const pending = (this.#saved ??= new Map());
    const gone = (this.#forgotten ??= new Map());
    for (const { name, idOf, sequenceIn } of this.#tables.all) {
      const list = saved[name];
      if (!list) continue;
      for (const each of list) {
        // One statement must not delete and save the same row.
        gone.get(name)?.delete(idOf(each));
        pendingOf(pending, name).set(idOf(each), each);
        if (!sequenceIn) continue;
        this.#places ??= new Map();
        if (!this.#places.has(idOf(each))) this.#places.set(idOf(each), place);
      }
    }
    if (!forgotten) return;
    for (const name of entityNames) {
      const list = forgotten[name];
      if (!list) continue;
      const { idOf, buries } = this.#tables.of(name);
      for (const each of list) {
        const saved = pending.get(name);
        // Its row may not exist yet, and is not deleted.
        if (buries && saved?.has(idOf(each))) {
          saved.set(idOf(each), each);
          continue;
        }
        saved?.delete(idOf(each));
        pendingOf(gone, name).set(idOf(each), each);
      }
    }
  }

  #changesState(saved: Saved, forgotten: Saved): boolean {
    return (
      saved.spaces !== undefined ||
      entityNames.some((name) => saved[name] ?? forgotten[name]) ||
      this.#tables.limited.some(({ name, quota }) => quota.isExact && saved[name])
    );
  }

  commit(spaceId: string, rev: number, past: boolean, limits: Limits): SpaceCommit {
    const saved = this.#saved ? savedIn(this.#saved) : nothing;
    const forgotten = this.#forgotten ? savedIn(this.#forgotten) : nothing;
    return {
      spaceId,
      rev,
      bumps: (saved !== nothing || forgotten !== nothing) && this.#changesState(saved, forgotten),
      past,
      saved,
      forgotten,
      events: this.#events,
      places: this.#places ?? noPlaces,
      erasures: this.#erasures,
      records: this.#records,
      quotas: saved === nothing ? noUse : quotasUsed(this.#tables, saved, limits),
      room: this.#room,
    };
  }
}

function pendingOf(all: AllPending, name: StoredName): Pending {
  let pending = all.get(name);
  if (!pending) all.set(name, (pending = new Map()));
  return pending;
}

const savedIn = (all: AllPending): Saved =>
  all.size === 0 ? nothing : Object.fromEntries([...all].map(([name, pending]) => [name, [...pending.values()]]));

/** How many bytes the changes add beside the state. */
function growthBeside({ all }: Tables, changes: SideRows): number {
  let bytes = 0;
  for (const { name, bytesOf } of all)
    if (bytesOf) for (const each of changes[name as keyof SideRows] ?? []) bytes += bytesOf(each);
  return bytes;
}

/** How many bytes the changes add to a state. */
function growth(state: SpaceState, changes: Changes): number {
  let bytes = 0;
  for (const name of entityNames) {
    const { idOf, bytesOf } = entityTraits[name];
    if (!bytesOf) continue;
    for (const each of changes[name] ?? []) {
      const before = state[name].get(idOf(each));
      bytes += bytesOf(each) - (before ? bytesOf(before) : 0);
    }
    for (const each of changes.forgotten?.[name] ?? []) {
      const before = state[name].get(idOf(each));
      if (before) bytes -= bytesOf(before);
    }
  }
  return bytes;
}
