import { search, type SearchedName } from '@parley/core';
import type { SearchedPart, SearchedThing, SearchWindow } from '../../engine/searched.ts';
import type { SearchedUntil, SearchPortion } from '../../engine/store/newest-matching.ts';

export interface FoundThing extends SearchedThing {
  readonly kind: SearchedName;
}

interface MergedSearch {
  readonly place: search.SearchPlace;
  /** Nothing of this instant or older. */
  readonly after: number;
  readonly limit: number;
  readonly window: SearchWindow;
  isFound(thing: SearchedThing): boolean;
  /** Milliseconds from some instant on. */
  now(): number;
}

export type Walk = (before: SearchedUntil, portion: SearchPortion) => SearchedPart | Promise<SearchedPart>;

export interface SearchPage {
  readonly found: readonly FoundThing[];
  /** Where to continue; undefined if everything was searched. */
  readonly next: search.SearchPlace | undefined;
}

/** A kind whose things are looked at from the newest on. */
class WalkedKind {
  readonly kind: SearchedName;
  readonly #walk: Walk;
  readonly things: FoundThing[] = [];
  /** Everything from here on was looked at. */
  reached: SearchedUntil;
  isOpen = true;

  constructor(kind: SearchedName, walk: Walk, from: SearchedUntil) {
    this.kind = kind;
    this.#walk = walk;
    this.reached = from;
  }

  async goOn({ place, after, isFound, window }: MergedSearch): Promise<number> {
    const { things, reached, rows } = await this.#walk(this.reached, window.portion);
    for (const thing of things) {
      const found = { ...thing, kind: this.kind };
      if (thing.at > after && search.isAfter(found, place.before) && isFound(thing)) this.things.push(found);
    }
    this.reached = reached ?? { sequence: 0, at: -1 };
    this.isOpen = reached !== undefined && reached.at > after;
    return rows;
  }
}

/**
 * Merges what is found in several kinds, newest first. Each kind is looked at in parts, always the one of which the least was seen; what is
 * found counts once every kind was looked at as far back. At least one part of each kind is looked at, so each call gets further.
 */
export async function merged(walks: Readonly<Partial<Record<SearchedName, Walk>>>, asked: MergedSearch): Promise<SearchPage> {
  const { place, limit, window, now } = asked;
  const { sequence, before } = place;
  // What has the instant of the place can come after it.
  const from = { sequence, at: before.id === undefined ? before.at : before.at + 1 };
  const sources = Object.entries(walks).map(([kind, walk]) => new WalkedKind(kind as SearchedName, walk, from));
  const start = now();
  let rows = 0;
  for (const source of sources) rows += await source.goOn(asked);
  for (;;) {
    const open = sources.filter(({ isOpen }) => isOpen);
    const seenSince = Math.max(-1, ...open.map(({ reached }) => reached.at));
    const all = sources.flatMap(({ things }) => things).toSorted(search.compareInSearch);
    const seen = all.filter(({ at }) => at >= seenSince);
    const found = seen.slice(0, limit);
    if (found.length === limit && (seen.length > limit || open.length > 0))
      return { found, next: { sequence: unseen(sources, all.slice(limit)), before: orderOf(found.at(-1)!) } };
    if (open.length === 0) return { found, next: undefined };
    if (rows >= window.rows || now() - start >= window.ms)
      return { found, next: { sequence: unseen(sources, all.slice(found.length)), before: { at: seenSince } } };
    rows += await open.find(({ reached }) => reached.at === seenSince)!.goOn(asked);
  }
}

const orderOf = ({ at, kind, id }: FoundThing): search.SearchOrder => ({ at, kind, id });

/** The sequence before which everything is that is in the log and not in the page. */
const unseen = (sources: readonly WalkedKind[], left: readonly FoundThing[]): number =>
  Math.max(...sources.map(({ reached }) => reached.sequence), ...left.map(({ sequence = -1 }) => sequence + 1));
