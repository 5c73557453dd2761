import { apply, entityNames, entityTraits, type Changes, type Limits, type SpaceState } from '@parley/core';
import type { SpaceCommit, StorableEvent } from '../store/commit.ts';
import { crowdsIn, nobody } from '../store/crowds.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import { keptNames, nothing, nounOf, type Beside, type Kept, type KeptName, type Saved } from '../store/nouns/index.ts';
import type { Decision, Latest } from './decision.ts';
import type { Room } from './room.ts';

interface Happening {
  record?: IdempotencyRecord | undefined;
  reserve?: number;
}

/** What to store of one noun: the latest version of each, by id. */
type Pending = Map<string, unknown>;

/** The nouns beside the state that count. */
const measured = keptNames.filter((name): name is keyof Beside => nounOf(name).bytesOf !== undefined);

const noPlaces: ReadonlyMap<string, number> = new Map();

/** A state under change, and everything to store for it. */
export class Draft {
  state: SpaceState;
  readonly latest: Latest = Object.assign(
    <Name extends KeptName>(name: Name, id: string) => this.#saved.get(name)?.get(id) as Kept<Name> | undefined,
    {
      all: <Name extends KeptName>(name: Name) => (this.#saved.get(name)?.values() ?? []) as Iterable<Kept<Name>>,
      left: () => this.#room.left,
    },
  );
  readonly #saved = new Map<KeptName, Pending>();
  readonly #forgotten = new Map<KeptName, Pending>();
  readonly #events: StorableEvent[] = [];
  readonly #records: IdempotencyRecord[] = [];
  #places: Map<string, number> | undefined;
  readonly #room: Room;

  constructor(state: SpaceState, room: Room) {
    this.state = state;
    this.#room = room;
  }

  /** Applies a decision. With a `reserve` (bytes beyond the limit), it requires room. */
  happen({ changes, events = [] }: Decision<unknown>, { record, reserve }: Happening = {}): void {
    const place = this.#events.length + 1;
    const storable = events.map(({ event, body }) => ({ event, body: JSON.stringify(body) }));
    const bytes = sizeOf(storable, record) + (changes ? growth(this.state, changes) + growthBeside(changes) : 0);
    if (reserve === undefined) this.#room.take(bytes);
    else this.#room.claim(bytes, reserve);
    this.#events.push(...storable);
    if (record) this.#records.push(record);
    if (!changes) return;
    this.state = apply(this.state, changes);
    this.#note(changes, place);
  }

  #note({ space, forgotten, ...changes }: Changes & Beside, place: number): void {
    const saved: Saved = space ? { ...changes, spaces: [space] } : changes;
    for (const name of keptNames) {
      const list = saved[name];
      if (!list) continue;
      const { idOf, sequenceIn } = nounOf(name);
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
      const { idOf, buries } = nounOf(name);
      for (const each of forgotten[name] ?? []) {
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

  commit(spaceId: string, rev: number, past: boolean, limits: Limits): SpaceCommit {
    const saved = savedIn(this.#saved);
    const forgotten = savedIn(this.#forgotten);
    return {
      spaceId,
      rev,
      bumps:
        (saved.spaces ?? []).length > 0 ||
        entityNames.some((name) => saved[name] ?? forgotten[name]) ||
        exactNames.some((name) => saved[name]),
      past,
      saved,
      forgotten,
      events: this.#events,
      places: this.#places ?? noPlaces,
      records: this.#records,
      crowds: saved === nothing ? nobody : crowdsIn(saved, limits),
      room: this.#room,
    };
  }
}

const exactNames = keptNames.filter((name) => nounOf(name).crowd?.isExact);

function pendingOf(all: Map<KeptName, Pending>, name: KeptName): Pending {
  let pending = all.get(name);
  if (!pending) all.set(name, (pending = new Map()));
  return pending;
}

const savedIn = (all: ReadonlyMap<KeptName, Pending>): Saved =>
  all.size === 0 ? nothing : Object.fromEntries([...all].map(([name, pending]) => [name, [...pending.values()]]));

/** Size as the database counts it. */
const sizeOf = (events: readonly StorableEvent[], record: IdempotencyRecord | undefined): number =>
  events.reduce((sum, { body }) => sum + Buffer.byteLength(body), record?.sealed.length ?? 0);

/** How many bytes the changes add beside the state. */
function growthBeside(changes: Beside): number {
  let bytes = 0;
  for (const name of measured) for (const each of changes[name] ?? []) bytes += nounOf(name).bytesOf!(each);
  return bytes;
}

/** How many bytes the changes add to a state. */
function growth(state: SpaceState, changes: Changes): number {
  let bytes = 0;
  for (const name of entityNames) {
    const { idOf, bytesOf } = entityTraits(name);
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
