import { apply, entityNames, entityTraits, type Changes, type Limits, type SpaceState } from '@parley/core';
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

const noPlaces: ReadonlyMap<string, number> = new Map();

/** A state under change, and everything to store for it. */
export class UnitOfWork {
  state: SpaceState;
  readonly latest: Latest = Object.assign(
    <Name extends StoredName>(name: Name, id: string) => this.#saved.get(name)?.get(id) as StoredEntities[Name] | undefined,
    {
      all: <Name extends StoredName>(name: Name) => (this.#saved.get(name)?.values() ?? []) as Iterable<StoredEntities[Name]>,
      left: () => this.#room.left,
    },
  );
  readonly #saved = new Map<StoredName, Pending>();
  readonly #forgotten = new Map<StoredName, Pending>();
  readonly #events: StorableEvent[] = [];
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
  happen({ changes, events = [] }: Effects<unknown>, { record, reserve }: Happening = {}): void {
    const place = this.#events.length + 1;
    const storable = events.map(({ event, body }) => ({ event, body: JSON.stringify(body) }));
    const bytes = sizeOf(storable, record) + (changes ? growth(this.state, changes) + growthBeside(this.#tables, changes) : 0);
    if (reserve === undefined) this.#room.take(bytes);
    else this.#room.claim(bytes, reserve);
    this.#events.push(...storable);
    if (record) this.#records.push(record);
    if (!changes) return;
    this.state = apply(this.state, changes);
    this.#note(changes, place);
  }

  #note({ space, forgotten, ...changes }: Changes & SideRows, place: number): void {
    const saved: Saved = space ? { ...changes, spaces: [space] } : changes;
    for (const { name, idOf, sequenceIn } of this.#tables.all) {
      const list = saved[name];
      if (!list) continue;
      for (const each of list) {
        // One statement must not delete and save the same row.
        this.#forgotten.get(name)?.delete(idOf(each));
        pendingOf(this.#saved, name).set(idOf(each), each);
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
        const saved = this.#saved.get(name);
        // Its row may not exist yet, and is not deleted.
        if (buries && saved?.has(idOf(each))) {
          saved.set(idOf(each), each);
          continue;
        }
        saved?.delete(idOf(each));
        pendingOf(this.#forgotten, name).set(idOf(each), each);
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
    const saved = savedIn(this.#saved);
    const forgotten = savedIn(this.#forgotten);
    return {
      spaceId,
      rev,
      bumps: (saved !== nothing || forgotten !== nothing) && this.#changesState(saved, forgotten),
      past,
      saved,
      forgotten,
      events: this.#events,
      places: this.#places ?? noPlaces,
      records: this.#records,
      quotas: saved === nothing ? noUse : quotasUsed(this.#tables, saved, limits),
      room: this.#room,
    };
  }
}

function pendingOf(all: Map<StoredName, Pending>, name: StoredName): Pending {
  let pending = all.get(name);
  if (!pending) all.set(name, (pending = new Map()));
  return pending;
}

const savedIn = (all: ReadonlyMap<StoredName, Pending>): Saved =>
  all.size === 0 ? nothing : Object.fromEntries([...all].map(([name, pending]) => [name, [...pending.values()]]));

/** Size as the database counts it. */
const sizeOf = (events: readonly StorableEvent[], record: IdempotencyRecord | undefined): number =>
  events.reduce((sum, { body }) => sum + Buffer.byteLength(body), record?.sealed.length ?? 0);

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
